// SPDX-License-Identifier: Apache-2.0
// Accellera's initiators and targets on our PCI bus: every style with every style, several initiators contending.
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>

#include "conformance/accellera_on_a_bus.h"

namespace isochron::testbench {
namespace {

using Pairing = std::tuple<std::string, std::string, Phases, Time>;

class OnTheBus : public testing::TestWithParam<Pairing> {};

std::string name_of(const testing::TestParamInfo<Pairing>& info) {
  return std::get<0>(info.param) + "_to_" + std::get<1>(info.param) +
         (std::get<2>(info.param) == Phases::shortcut ? "_shortcut_" : "_explicit_") +
         std::to_string(std::get<3>(info.param) / nanosecond) + "ns";
}

INSTANTIATE_TEST_SUITE_P(Accellera, OnTheBus,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt", "mixed"),
                                          testing::Values("1_phase", "2_phase", "4_phase", "ooo_2_phase", "lt"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(10 * nanosecond, 700 * nanosecond)),
                         name_of);

TEST_P(OnTheBus, dataIsWrittenAndReadBack) {
  const auto& [initiator_kind, target_kind, phases, accept_delay] = GetParam();
  Region region("region");
  MessagePool pool(4);
  const Domain domain{region, pool, phases};
  PciBus bus("bus", domain, PciConfig(), PciBus::Model::fast, AccelleraOnABus::places, AccelleraOnABus::windows);
  AccelleraOnABus peers(bus, domain, initiator_kind);
  const auto memory0 = make_accellera_target(target_kind, "memory0", 200, to_sc_time(accept_delay));
  const auto memory1 = make_accellera_target(target_kind, "memory1", 201, to_sc_time(accept_delay));
  bus.window(0).bind(memory0->socket());
  bus.window(1).bind(memory1->socket());

  peers.run(region, pool);
  for (unsigned i = 0; i < AccelleraOnABus::initiators; ++i)
    EXPECT_EQ(bus.statistics(i).messages, AccelleraInitiator::transactions) << "initiator " << i;
  EXPECT_FALSE(bus.busy().inside());
}

}  // namespace
}  // namespace isochron::testbench
