// SPDX-License-Identifier: Apache-2.0
// The `instances` of a scenario reach the instances they name, and no other.
#include <map>
#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <isochron/machine/composed_machine.h>

#include "support/library_machine.h"
#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

/// Sets parameters by (instance, path).
class Overrides final : public InstanceOverrides {
 public:
  void set(const std::string& instance, const std::string& path, std::uint64_t value) {
    values_[{instance, path}] = value;
  }

  void apply(const std::string& name, ParameterTable& table) override {
    for (const Parameter& parameter : table.all()) {
      const auto found = values_.find({name, parameter.path});
      if (found != values_.end()) parameter.set(found->second);
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, std::uint64_t> values_;
};

/// Keeps the names of what it is asked about.
class Names final : public InstanceOverrides {
 public:
  void apply(const std::string& name, ParameterTable& table) override {
    if (!table.all().empty() && !names_.insert(name).second) throw std::logic_error(name + " asked twice");
  }
  std::size_t count() const { return names_.size(); }

 private:
  std::set<std::string> names_;
};

Figures measure_with(Overrides& overrides) {
  SeachangeParameters parameters;
  parameters.nodes = 3;
  parameters.buffers_per_port = 2;  // with one, a second engine never gets on the bus beside the first
  return measure(parameters, 20 * millisecond, 100 * millisecond, &overrides);
}

class InstanceOverridesTest : public testing::Test {
 protected:
  InstanceOverridesTest() {
    Overrides none;
    standard_ = measure_with(none);
  }

  Figures standard_;
};

TEST_F(InstanceOverridesTest, ASecondDmaEngineSharesItsBus) {
  Overrides overrides;
  overrides.set("node[1].raid[0]", "dma_engines", 2);
  const Figures figures = measure_with(overrides);
  EXPECT_EQ(standard_.at("node[1].raid_pci[0].contended"), 0);
  EXPECT_GT(figures.at("node[1].raid_pci[0].contended"), 0);
  EXPECT_GT(figures.at("node[1].raid_pci[0].wait_slot"), 0);
  EXPECT_EQ(figures.at("node[1].raid_pci[1].contended"), 0);
  EXPECT_EQ(figures.at("node[0].raid_pci[0].contended"), 0);
}

TEST_F(InstanceOverridesTest, ASecondDmaEngineOfTheFirstControllerAloneIsFine) {
  Overrides overrides;
  overrides.set("node[0].raid[0]", "dma_engines", 2);
  const Figures figures = measure_with(overrides);
  EXPECT_GT(figures.at("node[0].raid_pci[0].contended"), 0);
  EXPECT_GT(figures.at("node[0].raid_pci[0].wait_slot"), 0);
  EXPECT_EQ(figures.at("node[2].raid_pci[1].wait_slot"), 0);
  // Two messages on the bus, one in the work slot: the other one waits.
  EXPECT_DOUBLE_EQ(figures.at("node[0].raid_pci[0].wait_slot"), figures.at("node[0].raid_pci[0].contended"));
}

TEST_F(InstanceOverridesTest, AHalvedLinkIsTwiceAsBusy) {
  Overrides overrides;
  overrides.set("node[0].ib_link[1][2]", "rate", 1'000'000'000);
  const Figures figures = measure_with(overrides);
  // Chip 1's port towards node 2 is its second.
  EXPECT_NEAR(figures.at("node[0].chip[1].link_out[1].utilisation"),
              2 * standard_.at("node[0].chip[1].link_out[1].utilisation"), 0.02);
  EXPECT_NEAR(figures.at("node[0].chip[0].link_out[1].utilisation"),
              standard_.at("node[0].chip[0].link_out[1].utilisation"), 0.01);
}

TEST_F(InstanceOverridesTest, ASlowerBusIsBusier) {
  Overrides overrides;
  overrides.set("node[2].gige_pci[1]", "slice_time", 480 * nanosecond);
  const Figures figures = measure_with(overrides);
  EXPECT_NEAR(figures.at("node[2].gige_pci[1].utilisation"), 2 * standard_.at("node[2].gige_pci[1].utilisation"), 0.02);
  EXPECT_NEAR(figures.at("node[2].gige_pci[0].utilisation"), standard_.at("node[2].gige_pci[0].utilisation"), 0.01);
}

TEST_F(InstanceOverridesTest, ADiskOfItsOwn) {
  Overrides overrides;
  for (const char* bound : {"disk_delay.min", "disk_delay.mode", "disk_delay.max"})
    overrides.set("node[0].raid[0]", bound, 500 * millisecond);
  const Figures figures = measure_with(overrides);
  EXPECT_EQ(figures.at("node[0].raid[0].bandwidth"), 0);  // the first I/O is ready after the window
  EXPECT_NEAR(figures.at("node[0].raid[1].bandwidth"), 120e6, 6e6);
}

// What arithmetic says, the figures and the drawing take no machine of their own: it is elaborated once, and built.
TEST(ARun, AsksOnceAboutEachPart) {
  SeachangeParameters parameters;
  parameters.nodes = 3;
  const std::unique_ptr<MachineDescription> machine = library_machine("seachange_cluster", parameters.settings());
  Names names;
  machine->set_instances(&names);
  const std::size_t parts = machine->topology().parts.size();
  EXPECT_FALSE(machine->bounds().empty());
  EXPECT_FALSE(machine->figures().empty());
  EXPECT_GT(machine->size({}).peak_memory, 0);
  dynamic_cast<const ComposedMachine&>(*machine).build(1);
  // Controllers with their engines, bridges and buses of 3 nodes, switches, chips, cards and links.
  EXPECT_EQ(parts, 3u * (2 * 2 + 6 + 5 + 1 + 2 + 6 + 12));
  EXPECT_EQ(names.count(), parts);
}

}  // namespace
}  // namespace isochron::testbench
