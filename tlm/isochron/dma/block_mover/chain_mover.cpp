// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/chain_mover.h>

#include <algorithm>
#include <string>

#include <isochron/core/error.h>
#include <isochron/dma/block_mover/descriptor_memory.h>

namespace isochron {

ParameterTable ChainMover::Config::timing_parameters() {
  ParameterTable table;
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "of the block mover", "our own");
  table.duration("memory_latency", memory_latency, {0, millisecond},
                 "of the block mover's memory, and of the one with its descriptors", "our own");
  return table;
}

ParameterTable ChainMover::Config::parameters() {
  ParameterTable table;
  BlockMoverModule::add_choice(table, implementation);
  table.include(timing_parameters());
  return table;
}

ChainMover::ChainMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, MoveList& list)
    : sc_module(name),
      list_(list),
      edges_(ClockGrid::frequency(config.clock)),
      memory_("memory", domain, config.memory_latency),
      descriptors_("descriptors", domain, config.memory_latency),
      no_reads_("no_reads", domain),
      no_writes_("no_writes", domain),
      no_stream_in_("no_stream_in", domain),
      no_stream_out_("no_stream_out", domain) {
  using Ports = BlockMoverModule::Port;
  mover_ = BlockMoverModule::make_for(this->name(), config.implementation, "block_mover", domain, {config.clock, true});
  domain.region.keep_to_kernel_time();
  registers_.socket.bind(mover_->registers());
  mover_->read(Ports::a).bind(memory_.read);
  mover_->write(Ports::a).bind(memory_.write);
  mover_->read(Ports::b).bind(no_reads_.socket);
  mover_->write(Ports::b).bind(no_writes_.socket);
  mover_->read(Ports::descriptors).bind(descriptors_.read);
  mover_->write(Ports::descriptors).bind(descriptors_.write);
  no_stream_in_.socket.bind(mover_->stream_in());
  mover_->stream_out().bind(no_stream_out_.socket);
  moves_ = list_.moves(memory_);

  SC_HAS_PROCESS(ChainMover);
  SC_THREAD(processor);
}

std::uint64_t ChainMover::address_of(std::size_t descriptor) {
  return std::uint64_t{block_mover::Descriptor::bytes} * descriptor;
}

std::uint64_t ChainMover::bytes_of(const block_mover::Move& move) {
  return std::uint64_t{move.row_bytes} * move.rows * move.planes;
}

// ------------------------------------------------------------------------------------------------------ the processor

void ChainMover::processor() {
  if (moves_.empty()) return;
  LocalMemoryAccess access(descriptors_);
  store(access);
  block_mover::BlockMoverDriver driver(registers_);
  block_mover::Interrupts causes;
  causes.move_done = causes.chain_end = true;
  driver.enable(causes);
  const std::uint32_t before = driver.descriptors_done();
  started_ = kernel_now();
  under_way_ = true;
  busy_.enter(started_);
  if (probes_ != nullptr) {
    probes_->event(started_, Phase::begin, present());
    probes_->show(started_, present(), waiting());
  }
  driver.start_chain(address_of(0));
  for (bool end = false; !end;) {
    while (!mover_->interrupt()) wait(mover_->interrupt_changed());
    const Time signalled = kernel_now();
    const block_mover::Interrupts pending = driver.pending();
    driver.acknowledge(pending);
    end = pending.chain_end;
    if (end) {
      require_all_done(access, driver);
      take(moves_.size(), signalled);
    } else {
      // The last one's write-back may be counted before the chain's end is signalled.
      take(std::min<std::size_t>(driver.descriptors_done() - before, moves_.size() - 1), signalled);
    }
  }
}

void ChainMover::store(LocalMemoryAccess& access) const {
  block_mover::DescriptorMemory memory(access);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    block_mover::Descriptor descriptor;
    descriptor.move = moves_[i];
    descriptor.end_of_list = i + 1 == moves_.size();
    // The chain's end tells of the last.
    descriptor.move.interrupt = moves_[i].interrupt && !descriptor.end_of_list;
    descriptor.next = address_of(i + 1);
    memory.store(address_of(i), descriptor);
  }
}

void ChainMover::take(std::uint64_t moves, Time signalled) {
  if (moves == done_) return;  // the interrupt of moves that were counted with those before
  // Probes hear of it when the processor has read the registers, which is later, and of all that have ended since.
  const Time now = kernel_now();
  for (; done_ < moves; ++done_) {
    if (probes_ != nullptr) probes_->event(now, Phase::end, present());
    bytes_ += bytes_of(moves_[done_]);
    ++descriptors_done_;
  }
  if (done_ == moves_.size()) {
    ended_ = signalled;
    under_way_ = false;
    busy_.leave(signalled);
  }
  if (probes_ != nullptr) {
    if (under_way_) probes_->event(now, Phase::begin, present());
    probes_->show(now, present(), waiting());
  }
  list_.moved(done_, signalled);
}

void ChainMover::require_all_done(LocalMemoryAccess& access, block_mover::BlockMoverDriver& driver) const {
  const block_mover::ChainStop stop = driver.chain_stop();
  if (stop.error != block_mover::ChainError::none)
    throw ModelError(std::string(name()) + ": the chain ends with error " +
                     std::to_string(static_cast<unsigned>(stop.error)) + " at descriptor " +
                     std::to_string(stop.address / block_mover::Descriptor::bytes));
  block_mover::DescriptorMemory memory(access);
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const block_mover::Descriptor descriptor = memory.load(address_of(i));
    if (descriptor.done && descriptor.error == block_mover::MoveError::none &&
        descriptor.moved == static_cast<std::uint32_t>(bytes_of(moves_[i])))
      continue;
    throw ModelError(std::string(name()) + ": the block mover ends move " + std::to_string(i) + " with error " +
                     std::to_string(static_cast<unsigned>(descriptor.error)) + " and " +
                     std::to_string(descriptor.moved) + " bytes of " + std::to_string(bytes_of(moves_[i])));
  }
}

// ---------------------------------------------------------------------------------------------------------- statistics

Statistics<ChainMover> ChainMover::statistics() {
  Statistics<ChainMover> table;
  table.fraction("utilisation", &ChainMover::busy_, "fraction of time that it has a list");
  table.bytes("bytes", &ChainMover::bytes_, "of the moves that have ended");
  table.count("descriptors", &ChainMover::descriptors_done_, "carried out");
  table.time("time", &ChainMover::time, "from the start of its list to the end; 0 before the end");
  table.count("clocks", &ChainMover::clocks, "of the block mover, in that time");
  table.count("cycles", &ChainMover::cycles,
              "clock cycles of Verilog simulated since the simulation began (impl: rtl; else 0)");
  return table;
}

void ChainMover::report_waits(std::vector<Wait>& waits) const {
  if (under_way_)
    waits.push_back({name(), "the end of " + std::to_string(moves_.size() - done_) + " moves", mover_->name()});
}

TransactionId ChainMover::present() const {
  TransactionId id;
  if (!under_way_) return id;
  id.none = false;
  id.sequence = done_;
  id.bytes = static_cast<std::uint32_t>(bytes_of(moves_[done_]));
  return id;
}

std::size_t ChainMover::waiting() const {
  return under_way_ ? moves_.size() - done_ - 1 : 0;
}

void ChainMover::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<ServerProbes>(list, name(), "moves");
}

void ChainMover::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->start(now, present(), waiting());
}

TypeInfo ChainMover::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "Block mover with a memory of its own that carries out one list of descriptors; a model, or its Verilog";
  info.source = "docs/hardware/block_mover.md";
  info.ports = {{"moves", MoveList::calls, "initiator", "the list that it carries out"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
