// SPDX-License-Identifier: Apache-2.0
#include "support/transfer_bench.h"

#include <gtest/gtest.h>

namespace isochron::testbench {

Script::Script(const sc_core::sc_module_name& name, Region& region) : sc_module(name), region_(region) {
  SC_HAS_PROCESS(Script);
  SC_METHOD(start);
}

void Script::start() {
  region_.advance(kernel_now());
  for (auto& [time, function] : entries_) region_.call_at(time, std::move(function));
}

TestMaster::TestMaster(const sc_core::sc_module_name& name, const Domain& domain)
    : sc_module(name), socket("socket", domain, *this), pool_(domain.pool) {}

void TestMaster::request(tlm::tlm_command command, std::uint64_t sequence, std::uint64_t address, unsigned bytes,
                         unsigned traffic_class) {
  Message& message = pool_.allocate(address, bytes);
  message.set_command(command);
  message.tag().sequence = sequence;
  message.tag().traffic_class = static_cast<std::uint8_t>(traffic_class);
  outbox_.send(message);
}

void TestMaster::on_accepted(AtInitiatorBase&, Payload& payload, Time now) {
  accepted[tag_of(payload).sequence] = now;
  outbox_.accepted();
}

void TestMaster::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  EXPECT_TRUE(payload.is_response_ok());
  done[tag_of(payload).sequence] = now;
  socket.complete(payload);
  payload.release();
}

TestTarget::TestTarget(const sc_core::sc_module_name& name, const Domain& domain)
    : sc_module(name), socket("socket", domain, *this), region_(domain.region) {}

void TestTarget::on_request(AtTargetBase&, Payload& payload, Time now) {
  const std::uint64_t sequence = tag_of(payload).sequence;
  requested[sequence] = now;
  addresses.push_back(payload.get_address());
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  const auto accepts = accepts_at.find(sequence);
  const auto answers = answers_at.find(sequence);
  if (accepts != accepts_at.end() && answers != answers_at.end())
    region_.call_at(accepts->second, [this, &payload] { socket.accept(payload); });
  else if (answers != answers_at.end())
    socket.accept(payload);
  if (answers != answers_at.end())
    region_.call_at(answers->second, [this, &payload] { socket.ready(payload); });
  else if (accepts != accepts_at.end())
    region_.call_at(accepts->second, [this, &payload] { socket.ready(payload); });
  else
    socket.ready(payload);
}

void TestTarget::on_complete(AtTargetBase&, Payload& payload, Time now) {
  completed[tag_of(payload).sequence] = now;
}

std::unique_ptr<RatedTransfers> nanoseconds_a_byte(unsigned devices, unsigned read, unsigned write) {
  const RatedTransfers::Rates rates{Rate::bits_per_second(8'000'000'000 / read),
                                    Rate::bits_per_second(8'000'000'000 / write)};
  return std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>(devices, rates));
}

}  // namespace isochron::testbench
