// SPDX-License-Identifier: Apache-2.0
#include "support/mover_bench.h"

#include <stdexcept>

#include <isochron/core/simulation.h>

namespace isochron::testbench {

namespace {

std::unique_ptr<RatedTransfers> a_nanosecond_a_byte() {
  const Rate rate = Rate::bits_per_second(8'000'000'000);
  return std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>{{rate, rate}});
}

}  // namespace

/// Asks for the moves at time 0.
class MoverBench::Start final : public sc_core::sc_module {
 public:
  Start(const sc_core::sc_module_name& name, MoverBench& bench) : sc_module(name), bench_(bench) {
    SC_HAS_PROCESS(Start);
    SC_METHOD(start);
  }

 private:
  void start() {
    bench_.region_.advance(kernel_now());
    for (const unsigned port : {BlockMover::local, BlockMover::system}) bench_.access(port, tlm::TLM_WRITE_COMMAND);
    for (const Move& move : bench_.moves_) bench_.mover_->submit(move, kernel_now());
  }

  MoverBench& bench_;
};

MoverBench::MoverBench(const BlockMover::Config& config, std::vector<Move> moves, std::uint64_t memory_size)
    : done(moves.size(), end_of_time),
      moves_(std::move(moves)),
      contents_(2, std::vector<unsigned char>(memory_size)),
      local_bus_("local_bus", domain_, a_nanosecond_a_byte(), 0, 1, 1),
      system_bus_("system_bus", domain_, a_nanosecond_a_byte(), 0, 1, 1),
      local_("local_memory", domain_, 0, memory_size, Memory::Content::kept),
      system_("system_memory", domain_, 0, memory_size, Memory::Content::kept),
      mover_(BlockMover::make("mover", domain_, config, *this)) {
  for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i].sequence = i;
  local_bus_.map(0, memory_size - 1, 0);
  system_bus_.map(0, memory_size - 1, 0);
  mover_->port(BlockMover::local).bind(local_bus_.device(0));
  mover_->port(BlockMover::system).bind(system_bus_.device(0));
  local_bus_.window(0).bind(local_.socket);
  system_bus_.window(0).bind(system_.socket);
  start_ = std::make_unique<Start>("start", *this);
}

MoverBench::~MoverBench() = default;

void MoverBench::run(Time end) {
  simulate_to(region_, end);
  for (const unsigned port : {BlockMover::local, BlockMover::system}) access(port, tlm::TLM_READ_COMMAND);
}

void MoverBench::moved(const Move& move, Time now) {
  if (done.at(move.sequence) != end_of_time) throw std::runtime_error("a move was done twice");
  done[move.sequence] = now;
}

void MoverBench::access(unsigned port, tlm::tlm_command command) {
  Payload payload;
  payload.set_command(command);
  payload.set_data_ptr(contents_[port].data());
  payload.set_data_length(static_cast<unsigned>(contents_[port].size()));
  payload.set_streaming_width(payload.get_data_length());
  if (mover_->port(port).debug(payload) != contents_[port].size()) throw std::runtime_error("debug access fell short");
}

}  // namespace isochron::testbench
