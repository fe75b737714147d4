// SPDX-License-Identifier: Apache-2.0
// The paper's findings at short windows, and that the readings which docs/systems/seachange_cluster.md calls traps miss
// them as it says.
#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

using Parameters = SeachangeParameters;

constexpr Time warm_up = 200 * millisecond;
constexpr Time duration = 300 * millisecond;

Parameters at_target(std::uint64_t megabytes_per_second) {
  Parameters parameters;
  parameters.target_bandwidth = megabytes_per_second * 8'000'000;
  return parameters;
}

/// MB/s of a RAID controller.
double bandwidth(const Parameters& parameters) {
  return measure(parameters, warm_up, duration).at("raid.bandwidth.mean") / 1e6;
}

TEST(PublishedPattern, SaturatesAt120MegabytesPerSecond) {
  const double saturation =
      measure(at_target(280), 300 * millisecond, 500 * millisecond).at("raid.bandwidth.mean") / 1e6;
  EXPECT_GE(saturation, 119.5);
  EXPECT_LE(saturation, 122.0);
}

TEST(PublishedPattern, CarriesWhatIsAskedForBelowSaturation) {
  EXPECT_NEAR(bandwidth(at_target(200)), 100, 0.5);
  EXPECT_NEAR(bandwidth(at_target(240)), 120, 0.5);
}

TEST(PublishedPattern, IsContendedAtTheFourPublishedPlacesOnly) {
  const Figures figures = measure(at_target(240), warm_up, duration);
  for (const char* stage : {"raid_to_pci", "sf_raid", "ib_pci_out", "ib_pci_in"})
    EXPECT_GE(figures.at(std::string(stage) + ".wait_link.mean"), 0.10) << stage;
  for (const char* stage : {"sf_to_ib_side", "ib_link", "sf_from_ib_side", "sf_to_gige", "gige_pci"})
    EXPECT_LT(figures.at(std::string(stage) + ".wait_link.mean"), 0.05) << stage;
}

TEST(PublishedPattern, TheBusAtInfiniBandIsTheBottleneck) {
  const Figures figures = measure(at_target(280), warm_up, duration);
  const double bottleneck = figures.at("ib_pci.utilisation.mean");
  EXPECT_GT(bottleneck, 0.85);
  for (const char* other :
       {"raid_pci", "gige_pci", "sf_raid", "sf_to_ib_side", "ib_link", "sf_from_ib_side", "sf_to_gige"})
    EXPECT_LT(figures.at(std::string(other) + ".utilisation.mean"), bottleneck - 0.2) << other;
}

class NodeCount : public testing::TestWithParam<std::uint64_t> {
 protected:
  static double saturation(std::uint64_t nodes) {
    Parameters parameters = at_target(400);
    parameters.nodes = nodes;
    return measure(parameters, 100 * millisecond, 200 * millisecond).at("raid.bandwidth.mean") / 1e6;
  }
};

TEST_P(NodeCount, FewerNodesKeepMoreTrafficAtHome) {
  EXPECT_GT(saturation(GetParam()), saturation(GetParam() + 1) + 1);
}

TEST_P(NodeCount, CarriesWhatIsAskedForBelowSaturation) {
  Parameters parameters = at_target(200);
  parameters.nodes = GetParam();
  EXPECT_NEAR(bandwidth(parameters), 100, 0.6);
}

INSTANTIATE_TEST_SUITE_P(, NodeCount, testing::Values(3, 4, 5, 6), testing::PrintToStringParamName());

/// A reading of an open point, and the saturation that it is known to give.
struct Reading {
  const char* name;
  void (*apply)(Parameters&);
  std::uint64_t target;  ///< MB/s a node
  double low;
  double high;

  friend void PrintTo(const Reading& reading, std::ostream* out) { *out << reading.name; }
};

class Trap : public testing::TestWithParam<Reading> {};

TEST_P(Trap, MissesAsDocumented) {
  Parameters parameters = at_target(GetParam().target);
  GetParam().apply(parameters);
  ASSERT_TRUE(problems_of("seachange_cluster", parameters.settings()).empty());
  const double saturation = bandwidth(parameters);
  EXPECT_GE(saturation, GetParam().low);
  EXPECT_LE(saturation, GetParam().high);
  EXPECT_TRUE(saturation < 119.5 || saturation > 122.0) << "a negative control that does not miss";
}

void one_chip(Parameters& p) {
  p.chips = p.bridges = p.sf_links = 1;
}

INSTANTIATE_TEST_SUITE_P(
    , Trap,
    testing::Values(Reading{"OwnNodeExcluded", [](Parameters& p) { p.include_self = false; }, 280, 104, 106},
                    Reading{"NoSwitchOverhead", [](Parameters& p) { p.pci.switch_overhead = 0; }, 300, 134, 136},
                    Reading{"NoSwitchOverheadOneChipTwoBuffers",
                            [](Parameters& p) {
                              p.pci.switch_overhead = 0;
                              one_chip(p);
                              p.sf_links = 2;
                              p.buffers_per_port = 2;
                            },
                            320, 142, 144},
                    Reading{"TwoBuffers", [](Parameters& p) { p.buffers_per_port = 2; }, 280, 126, 128},
                    Reading{"OneChipOneLink", one_chip, 280, 98, 102},
                    Reading{"OneChipOneLinkTwoBuffers",
                            [](Parameters& p) {
                              one_chip(p);
                              p.buffers_per_port = 2;
                            },
                            280, 114, 118},
                    Reading{"PerIo", [](Parameters& p) { p.drawn = Parameters::Drawn::per_io; }, 280, 82, 110},
                    Reading{"PerIoTwoBuffers",
                            [](Parameters& p) {
                              p.drawn = Parameters::Drawn::per_io;
                              p.buffers_per_port = 2;
                            },
                            280, 82, 110},
                    Reading{"TwoBusesAtInfiniBand", [](Parameters& p) { p.ib_pci_buses = 2; }, 480, 140, 210},
                    Reading{"FreedOnArrival", [](Parameters& p) { p.buffer_freed = BufferFreed::on_arrival; }, 280, 76,
                            78}),
    [](const testing::TestParamInfo<Reading>& reading) { return reading.param.name; });

/// What the paper proposes in section 8 without simulating it: our findings, for the record.
class Proposal : public testing::TestWithParam<Reading> {};

TEST_P(Proposal, GivesWhatWeFound) {
  Parameters parameters = at_target(GetParam().target);
  GetParam().apply(parameters);
  const double saturation = bandwidth(parameters);
  EXPECT_GE(saturation, GetParam().low);
  EXPECT_LE(saturation, GetParam().high);
}

void punctual_disks(Parameters& p) {
  p.raid.disk_delay.min = p.raid.disk_delay.max = p.raid.disk_delay.mode;
}

INSTANTIATE_TEST_SUITE_P(
    , Proposal,
    // The second engine waits for the bridge's one buffer until the first one's message has left it: no gain.
    testing::Values(
        Reading{"SecondDmaEngine", [](Parameters& p) { p.raid.dma_engines = 2; }, 400, 119.5, 122},
        // Disks of random delay undo the rotation; it helps when they are punctual.
        Reading{"Rotation", [](Parameters& p) { p.drawn = Parameters::Drawn::rotation; }, 400, 85, 100},
        Reading{"RotationOfPunctualDisks",
                [](Parameters& p) {
                  p.drawn = Parameters::Drawn::rotation;
                  punctual_disks(p);
                },
                400, 125, 134},
        Reading{"PciX133",
                [](Parameters& p) {
                  p.pci.slice_time /= 2;
                  p.pci.switch_overhead /= 2;
                },
                400, 145, 157},
        Reading{"SwitchingPerMessage", [](Parameters& p) { p.pci.switch_unit = SwitchUnit::message; }, 400, 132, 141},
        Reading{"ProtocolTiming", [](Parameters& p) { p.pci.timing = PciTimingMode::protocol; }, 280, 115, 124}),
    [](const testing::TestParamInfo<Reading>& reading) { return reading.param.name; });

}  // namespace
}  // namespace isochron::testbench
