// SPDX-License-Identifier: Apache-2.0
// Accellera's initiators and targets on the buses of the multidisk servers, and on our own memory. Catches a phase that
// a FIFO bus forgets or gives twice, and one that holds on to the bus when a target takes its time.
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/host/memory.h>

#include "conformance/accellera_on_a_bus.h"

namespace isochron::testbench {
namespace {

/// A FifoBus at SCSI's rate. `packet`: a word goes in two, or in one piece.
FifoBus make_bus(const Domain& domain, std::uint64_t packet) {
  const Rate scsi = Rate::bits_per_second(8 * 18'400'000);
  return {"bus",
          domain,
          std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>(AccelleraOnABus::places, {scsi, scsi})),
          packet,
          AccelleraOnABus::places,
          AccelleraOnABus::windows};
}

void expect_all_passed(const FifoBus& bus, const AccelleraOnABus& peers) {
  EXPECT_EQ(bus.transfers(), peers.transactions());
  EXPECT_EQ(bus.bytes(), 4 * peers.transactions());
  EXPECT_FALSE(bus.busy().inside());
  EXPECT_EQ(bus.queue_depth().level(), 0u);
}

const char* style_of(Phases phases) {
  return phases == Phases::shortcut ? "_shortcut" : "_explicit";
}
std::string pieces_of(std::uint64_t packet) {
  return packet == 0 ? "_whole" : "_packets";
}

using Pairing = std::tuple<std::string, std::string, Phases, Time, std::uint64_t>;
class OnAFifoBus : public testing::TestWithParam<Pairing> {};
std::string name_of(const testing::TestParamInfo<Pairing>& tested) {
  const auto& [initiator, target, phases, delay, packet] = tested.param;
  return initiator + "_to_" + target + style_of(phases) + "_" + std::to_string(delay / nanosecond) + "ns" +
         pieces_of(packet);
}
INSTANTIATE_TEST_SUITE_P(Accellera, OnAFifoBus,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt", "mixed"),
                                          testing::Values("1_phase", "2_phase", "4_phase", "ooo_2_phase", "lt"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(10 * nanosecond, 700 * nanosecond), testing::Values(0, 2)),
                         name_of);

TEST_P(OnAFifoBus, dataIsWrittenAndReadBack) {
  const auto& [initiator_kind, target_kind, phases, accept_delay, packet] = GetParam();
  Region region("region");
  MessagePool pool(4);
  const Domain domain{region, pool, phases};
  FifoBus bus = make_bus(domain, packet);
  AccelleraOnABus peers(bus, domain, initiator_kind);
  const auto memory0 = make_accellera_target(target_kind, "memory0", 200, to_sc_time(accept_delay));
  const auto memory1 = make_accellera_target(target_kind, "memory1", 201, to_sc_time(accept_delay));
  bus.window(0).bind(memory0->socket());
  bus.window(1).bind(memory1->socket());
  peers.run(region, pool);
  expect_all_passed(bus, peers);
}

using Style = std::tuple<std::string, Phases, std::uint64_t>;
class OnOurMemory : public testing::TestWithParam<Style> {};
std::string name_of_style(const testing::TestParamInfo<Style>& tested) {
  const auto& [initiator, phases, packet] = tested.param;
  return initiator + style_of(phases) + pieces_of(packet);
}
INSTANTIATE_TEST_SUITE_P(Accellera, OnOurMemory,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt", "mixed"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(0, 2)),
                         name_of_style);

TEST_P(OnOurMemory, dataIsWrittenAndReadBack) {
  const auto& [initiator_kind, phases, packet] = GetParam();
  Region region("region");
  MessagePool pool(4);
  const Domain domain{region, pool, phases};
  FifoBus bus = make_bus(domain, packet);
  AccelleraOnABus peers(bus, domain, initiator_kind);
  Memory memory0("memory0", domain, 0, 0x800, Memory::Content::kept);
  Memory memory1("memory1", domain, 0x800, 0x800, Memory::Content::kept);
  bus.window(0).bind(memory0.socket);
  bus.window(1).bind(memory1.socket);
  peers.run(region, pool);
  expect_all_passed(bus, peers);
  EXPECT_EQ(memory0.bytes_written() + memory0.bytes_read() + memory1.bytes_written() + memory1.bytes_read(),
            bus.bytes());
}

}  // namespace
}  // namespace isochron::testbench
