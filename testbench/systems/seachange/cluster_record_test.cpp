// SPDX-License-Identifier: Apache-2.0
// The cluster's figures against each other: what they must be to one another, whatever the machine did. Catches a
// figure that a window does not begin anew, one of the wrong part, one that is divided by the wrong time or left out of
// a mean.
#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <isochron/storage/raid_controller.h>

#include "systems/figures.h"
#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

constexpr Time first = 30 * millisecond;
constexpr Time second_part = 40 * millisecond;

/// Three nodes at their limit, with cards and disks that have one; with two engines also both links on one bridge.
SeachangeParameters busy_cluster(std::uint64_t engines) {
  SeachangeParameters p;
  if (engines == 2) p.bridges = 1;
  p.nodes = 3;
  p.raid.dma_engines = engines;
  p.raid.disk_delay = {millisecond, 2 * millisecond, 4 * millisecond};
  p.target_bandwidth = 8ull * 600'000'000;
  p.raid.disk_rate = 8ull * 130'000'000;
  p.gige.rate = 600'000'000;
  return p;
}

/// A mean over the window's time: utilisations, queue depths, rates.
bool is_over_time(const std::string& name) {
  static const std::array<std::string, 11> kinds{".utilisation", ".wait_link", ".wait_buffer", ".queue_depth",
                                                 ".contended",   ".overhead",  ".wait_slot",   ".bandwidth",
                                                 ".on_wire",     ".withheld",  ".busy"};
  for (const std::string& kind : kinds)
    if (ends_with(name, kind) || ends_with(name, kind + ".mean")) return true;
  return false;
}

double sum_of(const Figures& figures, const std::string& prefix, const std::string& end) {
  double sum = 0;
  for (const auto& [name, value] : figures)
    if (name.rfind(prefix, 0) == 0 && ends_with(name, end)) sum += value;
  return sum;
}

class ClusterRecord : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Engines, ClusterRecord, testing::Values(1, 2));

// What a window of 30 ms and the one of 40 ms after it show is what one of 70 ms shows, for every part.
TEST_P(ClusterRecord, windowsAddUp) {
  const SeachangeParameters p = busy_cluster(GetParam());
  const Figures early = measure(p, 0, first), late = measure(p, first, second_part),
                whole = measure(p, 0, first + second_part);
  const double share = static_cast<double>(first) / static_cast<double>(first + second_part);
  unsigned compared = 0, above_zero = 0;
  for (const auto& [name, value] : whole) {
    if (!is_over_time(name)) continue;
    ++compared;
    if (value > 0) ++above_zero;
    EXPECT_NEAR(early.at(name) * share + late.at(name) * (1 - share), value, 1e-9 * std::max(1.0, value)) << name;
  }
  EXPECT_GT(compared, 400u);
  EXPECT_GT(above_zero, 300u);
}

// A controller with one engine has its place exactly while there is a message on its bus, and nobody waits for a turn
// there. At InfiniBand the places of a bus are taken for the time that it is busy and the time that all but one wait.
TEST(ClusterRecordOf, placesAndBusesAgree) {
  const Figures f = measure(busy_cluster(1), first, second_part);
  for (const std::string node : {"node[0].", "node[1].", "node[2]."}) {
    for (const std::string r : {"[0]", "[1]"}) {
      EXPECT_DOUBLE_EQ(f.at(node + "raid" + r + ".dma[0].utilisation"), f.at(node + "raid_pci" + r + ".utilisation"));
      EXPECT_EQ(f.at(node + "raid_pci" + r + ".wait_slot"), 0);
    }
    EXPECT_NEAR(
        sum_of(f, node + "ib_bridge", ".pci_out.utilisation") + sum_of(f, node + "chip", ".pci_out.utilisation"),
        sum_of(f, node + "ib_pci", ".utilisation") + sum_of(f, node + "ib_pci", ".wait_slot"), 1e-9);
  }
  EXPECT_GT(f.at("ib_pci.wait_slot.mean"), 0.01);
  for (const std::string stage : {"raid", "ib"}) {
    const double buses = f.at(stage + "_pci.utilisation.mean");
    EXPECT_LE(f.at(stage + "_pci.utilisation.min"), buses);
    EXPECT_GE(f.at(stage + "_pci.utilisation.max"), buses);
  }
  EXPECT_DOUBLE_EQ(f.at("raid_to_pci.utilisation.mean"), f.at("raid_pci.utilisation.mean"));
}

// The intervals of the series hold all that the controllers have sent, each in its own.
TEST(ClusterRecordOf, seriesIsTheBandwidthByIntervals) {
  constexpr Time interval = RaidController::interval;
  constexpr unsigned intervals = 5;
  const Figures f = measure(busy_cluster(1), 0, intervals * interval);
  double sum = 0;
  for (unsigned i = 0; i < intervals; ++i) {
    const double value = f.at("raid.bandwidth.series[" + std::to_string(i) + "]");
    EXPECT_GT(value, i == 0 ? 0.0 : 50e6) << i;
    EXPECT_LT(value, 140e6) << i;
    sum += value;
  }
  EXPECT_EQ(f.count("raid.bandwidth.series[5]"), 0u);
  EXPECT_NEAR(sum / intervals, f.at("raid.bandwidth.mean"), 1e-6 * sum);
}

}  // namespace
}  // namespace isochron::testbench
