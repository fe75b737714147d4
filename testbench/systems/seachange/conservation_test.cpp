// SPDX-License-Identifier: Apache-2.0
// What the deliveries say must be what every stage says: each link and bus was busy exactly for the bytes that passed
// it.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

std::string name(unsigned node, const char* part, unsigned i, const char* rest) {
  return "node[" + std::to_string(node) + "]." + part + "[" + std::to_string(i) + "]" + rest;
}

/// A run to its end, and what each component must have moved, from the deliveries and the topology
/// (docs/systems/seachange_cluster.md).
class Conservation : public testing::Test {
 protected:
  Conservation() {
    run_.parameters.nodes = 4;
    run_.parameters.raid.message = 1000;  // does not divide an I/O
    run_.io_limit = 6;
    run_.to_completion = true;
    run_.keep_deliveries = true;
  }

  void simulate_and_book() {
    outcome_ = simulate(run_);
    for (const Delivery& d : outcome_.deliveries) book(d);
    window_ = outcome_.complete.at("simulated_s");
  }

  void book(const Delivery& d) {
    const SeachangeParameters& p = run_.parameters;
    const unsigned from = d.source / static_cast<unsigned>(p.raid_controllers);
    const unsigned bus = d.card / p.cards_per_bus();
    const std::uint64_t slices = (d.bytes + p.pci.slice - 1) / p.pci.slice;
    controller_bytes_[name(from, "raid", d.lane, "")] += d.bytes;
    controller_bytes_[name(d.node, "gige", d.card, "")] += d.bytes;
    starfabric_bytes_[name(from, "raid_bridge", d.lane, ".link_out[0]")] += d.bytes;
    starfabric_bytes_["node[" + std::to_string(d.node) + "].switch.link_out[" + std::to_string(bus) + "]"] += d.bytes;
    bus_slices_[name(from, "raid_pci", d.lane, "")] += slices;
    bus_slices_[name(d.node, "gige_pci", bus, "")] += slices;
    if (d.node == from) return;
    const unsigned port = d.node < from ? d.node : d.node - 1;
    const unsigned out = static_cast<unsigned>(p.gige_buses) + d.chip;  // two bridges of one link each
    starfabric_bytes_["node[" + std::to_string(from) + "].switch.link_out[" + std::to_string(out) + "]"] += d.bytes;
    starfabric_bytes_[name(d.node, "ib_bridge", d.chip, ".link_out[0]")] += d.bytes;
    infiniband_bytes_[name(from, "chip", d.chip, ".link_out[") + std::to_string(port) + "]"] += d.bytes;
    bus_slices_[name(from, "ib_pci", 0, "")] += slices;
    bus_slices_[name(d.node, "ib_pci", 0, "")] += slices;
  }

  double figure(const std::string& component, const char* statistic) const {
    return outcome_.complete.at(component + "." + statistic);
  }

  ClusterRun run_;
  ClusterOutcome outcome_;
  double window_ = 0;
  std::map<std::string, std::uint64_t> controller_bytes_;
  std::map<std::string, std::uint64_t> starfabric_bytes_;
  std::map<std::string, std::uint64_t> infiniband_bytes_;
  std::map<std::string, std::uint64_t> bus_slices_;
};

TEST_F(Conservation, EveryByteThatWentInComesOut) {
  simulate_and_book();
  const double expected = 4.0 * 2 * 6 * 128 * 1024;
  EXPECT_EQ(outcome_.complete.at("bytes.in.mean"), expected);
  EXPECT_EQ(outcome_.complete.at("bytes.out.mean"), expected);
  EXPECT_EQ(outcome_.complete.at("delivered.bandwidth.mean"), expected / window_);
  EXPECT_EQ(outcome_.complete.at("delay.count"), static_cast<double>(outcome_.deliveries.size()));
}

TEST_F(Conservation, ControllersAndCardsMovedWhatTheDeliveriesSay) {
  simulate_and_book();
  EXPECT_EQ(controller_bytes_.size(), 4u * (2 + 6));
  for (const auto& [component, bytes] : controller_bytes_)
    EXPECT_DOUBLE_EQ(figure(component, "bandwidth") * window_, static_cast<double>(bytes)) << component;
}

TEST_F(Conservation, LinksWereBusyForTheirBytesAtTheirRate) {
  simulate_and_book();
  EXPECT_EQ(starfabric_bytes_.size(), 4u * (2 + 2 + 2 + 2));
  EXPECT_EQ(infiniband_bytes_.size(), 4u * 3 * 2);
  const auto check = [this](const std::map<std::string, std::uint64_t>& links, double bits_per_second) {
    for (const auto& [component, bytes] : links)
      EXPECT_NEAR(figure(component, "utilisation") * window_, static_cast<double>(bytes) * 8 / bits_per_second, 1.5e-12)
          << component;
  };
  check(starfabric_bytes_, 1.77e9);
  check(infiniband_bytes_, 2.0e9);
}

TEST_F(Conservation, BusesWereBusyForTheirSlicesAndChanges) {
  simulate_and_book();
  EXPECT_EQ(bus_slices_.size(), 4u * (2 + 1 + 2));
  for (const auto& [component, slices] : bus_slices_)
    EXPECT_NEAR((figure(component, "utilisation") - figure(component, "overhead")) * window_,
                static_cast<double>(slices) * 240e-9, 1e-12)
        << component;
}

TEST_F(Conservation, ALonelySenderNeverChangesMessages) {
  simulate_and_book();
  for (unsigned node = 0; node < 4; ++node)
    for (unsigned bus = 0; bus < 2; ++bus) {
      EXPECT_EQ(figure(name(node, "raid_pci", bus, ""), "overhead"), 0);
      EXPECT_EQ(figure(name(node, "gige_pci", bus, ""), "contended"), 0);
    }
  EXPECT_GT(figure("node[0].ib_pci[0]", "overhead"), 0);
}

TEST_F(Conservation, ChangesAreWholeOverheads) {
  simulate_and_book();
  for (unsigned node = 0; node < 4; ++node) {
    const double changes = figure(name(node, "ib_pci", 0, ""), "overhead") * window_ / 45e-9;
    EXPECT_NEAR(changes, std::round(changes), 1e-6);
  }
}

TEST_F(Conservation, AWindowTakesInWhatTheOfferedLoadSays) {
  SeachangeParameters parameters;  // the operating point
  const Figures figures = measure(parameters, 300 * millisecond, 500 * millisecond);
  EXPECT_NEAR(figures.at("raid.bandwidth.mean"), 120e6, 0.6e6);
  EXPECT_NEAR(figures.at("node.bandwidth.mean"), 2 * figures.at("raid.bandwidth.mean"), 1);
  EXPECT_NEAR(figures.at("sf_raid.utilisation.mean"), figures.at("raid.bandwidth.mean") * 8 / 1.77e9, 2e-4);
  EXPECT_NEAR(figures.at("raid_pci.utilisation.mean"), figures.at("raid.bandwidth.mean") / 128 * 240e-9, 1e-4);
  // 6 of 7 messages leave their node, on twelve links.
  EXPECT_NEAR(figures.at("ib_link.utilisation.mean"), figures.at("node.bandwidth.mean") * 6 / 7 / 12 * 8 / 2.0e9, 2e-3);
}

}  // namespace
}  // namespace isochron::testbench
