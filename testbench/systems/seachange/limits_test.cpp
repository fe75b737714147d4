// SPDX-License-Identifier: Apache-2.0
// Cards and disks with a rate in the whole machine: what they carry, what arithmetic says of them, and whom one
// hinders.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include <isochron/machine/run/machine_description.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

constexpr std::uint64_t gigabit = 1'000'000'000;

std::string part(unsigned node, const char* kind, unsigned i) {
  return "node[" + std::to_string(node) + "]." + kind + "[" + std::to_string(i) + "]";
}

/// Capacity and limit of each resource, in bytes a second.
std::map<std::string, ResourceBound> bounds_with(const std::map<std::string, ParameterValue>& settings) {
  const std::unique_ptr<MachineDescription> machine = library_machine("seachange_cluster");
  const ParameterTable table = machine->parameters();
  for (const auto& [path, value] : settings) table.find(path)->set(value);
  std::map<std::string, ResourceBound> bounds;
  for (const ResourceBound& bound : machine->bounds()) bounds[bound.resource] = bound;
  return bounds;
}

std::vector<std::string> unlimited_with(const std::map<std::string, ParameterValue>& settings) {
  const std::unique_ptr<MachineDescription> machine = library_machine("seachange_cluster");
  const ParameterTable table = machine->parameters();
  for (const auto& [path, value] : settings) table.find(path)->set(value);
  std::vector<std::string> types;
  for (const UnlimitedParts& parts : machine->unlimited()) types.push_back(parts.type + " " + parts.path);
  return types;
}

TEST(Limits, WithoutRatesThereAreNoBounds) {
  const auto bounds = bounds_with({});
  EXPECT_EQ(bounds.count("gige"), 0u);
  EXPECT_EQ(bounds.count("disks"), 0u);
  EXPECT_EQ(unlimited_with({}), (std::vector<std::string>{"raid_controller disk_rate", "gige_card gige.rate"}));
  EXPECT_EQ(unlimited_with({{"gige.rate", gigabit}}), std::vector<std::string>{"raid_controller disk_rate"});
  EXPECT_TRUE(unlimited_with({{"gige.rate", gigabit}, {"disk_rate", gigabit}}).empty());
}

// A message is 1920 ns on the bus and 8192 ns on the wire: 1024 B / 10.112 us. 240 MB/s a node are 40 MB/s a card.
TEST(Limits, TheBoundOfACard) {
  const ResourceBound card = bounds_with({{"gige.rate", gigabit}}).at("gige buffers");
  EXPECT_NEAR(card.capacity, 1024 / 10.112e-6, 1);
  EXPECT_NEAR(card.load, 40e6, 1);
  EXPECT_NEAR(card.limit, 1024 / 10.112e-6 * 3, 1);  // a controller's: 3 cards
}

// Of N - 1 parts one goes on, and half of the messages are parts: (1 + 1/6) / 2 of 8192 ns on the mean.
TEST(Limits, TheBoundOfACardThatRebuilds) {
  const std::vector<std::uint64_t> one_node{3};
  const ResourceBound brute = bounds_with({{"gige.rate", gigabit}, {"failed_nodes", one_node}}).at("gige buffers");
  EXPECT_NEAR(brute.capacity, 1024 / (1.920e-6 + 8.192e-6 * 7 / 12), 1);
  const ResourceBound stripes =
      bounds_with({{"gige.rate", gigabit}, {"failed_nodes", one_node}, {"rebuild", std::string("stripe_buffered")}})
          .at("gige buffers");
  EXPECT_NEAR(stripes.capacity, 1024 / 10.112e-6, 1);
}

TEST(Limits, TheBoundOfDisks) {
  const ResourceBound disks = bounds_with({{"disk_rate", std::uint64_t{800'000'000}}}).at("disks");
  EXPECT_DOUBLE_EQ(disks.capacity, 100e6);
  EXPECT_DOUBLE_EQ(disks.load, 120e6);
  EXPECT_DOUBLE_EQ(disks.limit, 100e6);
}

// Disks that are asked for more than they give are never idle, and give an I/O of 131072 B each 1.31072 ms.
TEST(Limits, DisksGiveExactlyTheirRate) {
  SeachangeParameters parameters;
  parameters.nodes = 3;
  parameters.raid.disk_rate = 800'000'000;
  const Figures figures = measure(parameters, 100 * millisecond, 200 * millisecond);
  EXPECT_DOUBLE_EQ(figures.at("disks.utilisation.min"), 1);
  EXPECT_GT(figures.at("disks.queue_depth.min"), 0);
  for (const char* bound : {"raid.bandwidth.min", "raid.bandwidth.max"})
    EXPECT_NEAR(figures.at(bound), 100e6, 131072 / 0.2) << bound;
  EXPECT_DOUBLE_EQ(figures.at("node[2].raid[1].disks.utilisation"), 1);
}

// As busy as the bytes that have passed; one controller's disks are slower.
TEST(Limits, DisksOfOneController) {
  class Slow final : public InstanceOverrides {
   public:
    void apply(const std::string& name, ParameterTable& table) override {
      if (name == "node[1].raid[0]") table.find("disk_rate")->set(std::uint64_t{400'000'000});
    }
  } slow;
  SeachangeParameters parameters;
  parameters.nodes = 3;
  const Figures figures = measure(parameters, 100 * millisecond, 200 * millisecond, &slow);
  EXPECT_NEAR(figures.at("node[1].raid[0].bandwidth"), 50e6, 131072 / 0.2);
  EXPECT_NEAR(figures.at("node[1].raid[1].bandwidth"), 120e6, 3e6);
  EXPECT_EQ(figures.count("node[1].raid[1].disks.utilisation"), 0u);
  EXPECT_DOUBLE_EQ(figures.at("disks.utilisation.mean"), 1);  // of those that have a rate
}

// A card is on the wire for its bytes at its rate, and its buffer is taken for that and the bytes' time on the bus.
TEST(Limits, CardsWereOnTheWireForTheirBytes) {
  ClusterRun run;
  run.parameters.nodes = 3;
  run.parameters.gige.rate = gigabit;
  run.io_limit = 6;
  run.to_completion = true;
  run.keep_deliveries = true;
  const ClusterOutcome outcome = simulate(run);
  const double window = outcome.complete.at("simulated_s");
  std::map<std::string, double> messages;
  for (const Delivery& d : outcome.deliveries) messages[part(d.node, "gige", d.card)] += 1;
  EXPECT_EQ(messages.size(), 18u);
  for (const auto& [card, count] : messages) {
    EXPECT_NEAR(outcome.complete.at(card + ".on_wire") * window, count * 8.192e-6, 1e-12) << card;
    EXPECT_NEAR(outcome.complete.at(card + ".utilisation") * window, count * 10.112e-6, 1e-12) << card;
  }
  EXPECT_GT(outcome.complete.at("gige.withheld.max"), 0);
  EXPECT_GT(outcome.complete.at("gige_pci.wait_buffer.mean"), 0);
}

// A part of a lost unit stays on the card until it is whole: the wire sees each rebuilt message once.
TEST(Limits, ACardSendsARebuiltMessageOnce) {
  ClusterRun run;
  run.parameters.nodes = 4;
  run.parameters.failed_nodes = {0};
  run.parameters.gige.rate = gigabit;
  run.io_limit = 6;
  run.to_completion = true;
  run.keep_deliveries = true;
  const ClusterOutcome outcome = simulate(run);
  const double window = outcome.complete.at("simulated_s");
  double stored = 0, parts = 0;
  for (const Delivery& d : outcome.deliveries) (d.lost_unit == 0 ? stored : parts) += 1;
  double on_wire = 0, taken = 0;
  for (unsigned node = 1; node < 4; ++node)
    for (unsigned card = 0; card < 6; ++card) {
      on_wire += outcome.complete.at(part(node, "gige", card) + ".on_wire") * window;
      taken += outcome.complete.at(part(node, "gige", card) + ".utilisation") * window;
    }
  EXPECT_NEAR(on_wire, (stored + parts / 3) * 8.192e-6, 1e-11);
  EXPECT_NEAR(taken, on_wire + (stored + parts) * 1.920e-6, 1e-11);
}

// One slow card holds back its bus (a bridge is a FIFO), and with it whoever sends there; the machine goes on.
TEST(Limits, ASlowCardHoldsBackItsBus) {
  class Slow final : public InstanceOverrides {
   public:
    void apply(const std::string& name, ParameterTable& table) override {
      if (name == "node[1].gige[2]") table.find("rate")->set(std::uint64_t{100'000'000});
    }
  } slow;
  SeachangeParameters parameters;
  parameters.nodes = 3;
  const Figures figures = measure(parameters, 50 * millisecond, 100 * millisecond, &slow);
  const double message = 1024 / (1.920e-6 + 81.92e-6);  // of the slow card
  EXPECT_LE(figures.at("node[1].gige[2].bandwidth"), message * 1.001);
  EXPECT_GT(figures.at("node[1].gige[2].bandwidth"), message * 0.5);
  EXPECT_GT(figures.at("node[1].gige_bridge[0].pci_out.wait_buffer"), 0.5);
  EXPECT_EQ(figures.at("node[1].gige_bridge[1].pci_out.wait_buffer"), 0);
  EXPECT_EQ(figures.count("node[1].gige[1].utilisation"), 0u);
}

}  // namespace
}  // namespace isochron::testbench
