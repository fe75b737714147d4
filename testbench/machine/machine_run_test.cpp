// SPDX-License-Identifier: Apache-2.0
// Machines run as the command runs them, by `Machine::run`, give what their parts give when a test puts them together.
#include <gtest/gtest.h>

#include <isochron/machine/run/machine_description.h>

#include "support/child_process.h"
#include "systems/gennart/multidisk_run.h"
#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {
namespace {

void set(ParameterTable& table, const std::string& path, const ParameterValue& value) {
  ASSERT_NE(table.find(path), nullptr) << path;
  table.find(path)->set(value);
}

/// A record of the machine of this name, after `prepare`; its progress must go up to the end.
ReplicationRecord run(const std::string& name, const std::vector<std::pair<std::string, std::uint64_t>>& parameters,
                      const MeasurePlan& plan) {
  const std::unique_ptr<MachineDescription> machine = library_machine(name);
  ParameterTable table = machine->parameters();
  for (const auto& [path, value] : parameters) set(table, path, value);
  EXPECT_TRUE(table.problems().empty());
  std::uint64_t reached = 0;
  ReplicationRecord record = machine->run(plan, [&](std::uint64_t now) {
    EXPECT_GT(now, reached);
    reached = now;
  });
  EXPECT_GE(static_cast<double>(reached) * 1e-12, record.simulated_s - 1e-12);
  return record;
}

TEST(MachineRun, seachangeCluster) {
  constexpr Time warm_up = 25 * millisecond, duration = 30 * millisecond;
  SeachangeParameters p;
  p.nodes = 3;
  const Figures by_parts = measure(p, warm_up, duration);  // in a process of its own, before this one simulates
  const ReplicationRecord record = run("seachange_cluster", {{"nodes", 3}}, {warm_up, duration, 1});
  EXPECT_EQ(difference(figures_of(record), by_parts), "");
}

TEST(MachineRun, multidiskServers) {
  MultidiskParameters p(Architecture::subsystems);
  p.nodes = 2;
  p.strands = 6;
  const Figures by_parts = simulate(p).figures;
  EXPECT_EQ(difference(figures_of(run("subsystems", {{"nodes", 2}, {"strands", 6}}, {0, 0, 1})), by_parts), "");
}

}  // namespace
}  // namespace isochron::testbench
