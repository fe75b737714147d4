// SPDX-License-Identifier: Apache-2.0
// Jobs of machine files: the ways that they take, addresses on buses, what arithmetic says of them, and who holds a
// part.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/machine/workload/jobs/job_workload.h>

#include "unit/machine/temporary_machine.h"

namespace isochron {
namespace {

using testbench::netlist_of;
using testbench::part_of;

/// Two nodes with a memory each, all three memories on one bus.
const char* const two_nodes = R"(
runs: until_done
parameters:
  nodes: {type: count, default: 2}
types:
  pair:
    ports: {up: controller.bus, down: mover.system, in: "memory.port[2]"}
    parts:
      unit: {type: processing_unit, rate: 10 MB/s, reduction: 4}
      controller: {type: scsi_controller}
      mover: {type: strand_mover}
      scsi: {type: fifo_bus, rate: 20 MB/s}
      disk: {type: disk, latency: deterministic, rate: 4 MB/s}
      bus: {type: fifo_bus}
      memory: {type: memory}
    connect:
      - {from: disk.socket, to: "scsi.device[0]"}
      - {from: "scsi.window[0]", to: controller.scsi}
      - {from: unit.socket, to: "bus.device[0]", master: {read: 100 MB/s, write: 50 MB/s}}
      - {from: "bus.window[0]", to: memory.socket}
      - {from: mover.local, to: "memory.port[1]"}
parts:
  "node[nodes]": {type: pair}
  memory: {type: memory}
  mbus: {type: fifo_bus, rate: 160 MB/s}
connect:
  - {for: {n: nodes}, from: "node[n].up", to: "mbus.device[2 * n]", master: {window: n + 1}}
  - {for: {n: nodes}, from: "node[n].down", to: "mbus.device[2 * n + 1]"}
  - {from: "mbus.window[0]", to: memory.socket}
  - {for: {n: nodes}, from: "mbus.window[n + 1]", to: "node[n].in"}
jobs:
  - name: all
    count: 10
    size: 100 kB
    let: {n: job mod nodes, small: job < 4}
    steps:
      - {at: "node[n].disk", to: "node[n].controller", requests: 2}
      - {at: "node[n].unit", when: not small, hold_until: out}
      - {at: "node[n].mover", when: not small, name: out}
)";

std::size_t number_of(const Netlist& netlist, const std::string& path) {
  return static_cast<std::size_t>(&part_of(netlist, path) - netlist.parts.data());
}

TEST(Jobs, TakeAFewDifferentWays) {
  const Netlist netlist = netlist_of(two_nodes);
  ASSERT_EQ(netlist.jobs.size(), 1u);
  const FlatJobs& jobs = netlist.jobs.front();
  EXPECT_EQ(jobs.plan_of, (std::vector<std::uint32_t>{0, 1, 0, 1, 2, 3, 2, 3, 2, 3}));
  ASSERT_EQ(jobs.plans.size(), 4u);
  std::uint64_t all = 0;
  for (const JobPlan& plan : jobs.plans) all += plan.jobs;
  EXPECT_EQ(all, 10u);
  EXPECT_EQ(jobs.plans[1].node, 1u);
  ASSERT_EQ(jobs.plans[3].steps.size(), 3u);
  const FlatStep& read = jobs.plans[3].steps[0];
  EXPECT_EQ(netlist.parts[read.at].path, "node[1].disk");
  EXPECT_EQ(netlist.parts[read.end].path, "node[1].controller");
  EXPECT_EQ(read.requests, 2u);
  EXPECT_EQ(read.bytes, 100'000u);
  EXPECT_FALSE(read.hold_until);
  EXPECT_EQ(jobs.plans[3].steps[1].hold_until, 2u);
  // A quarter is left after the unit.
  EXPECT_EQ(jobs.plans[3].steps[2].bytes, 25'000u);
}

TEST(Jobs, MastersWorkOnTheMemoryBehindTheirWindow) {
  const Netlist netlist = netlist_of(two_nodes);
  const auto address = [&](const char* path) { return part_of(netlist, path).plan.address; };
  std::map<std::uint64_t, int> memories;
  for (const char* const path : {"memory", "node[0].memory", "node[1].memory"}) ++memories[address(path)];
  EXPECT_EQ(memories.size(), 3u);
  EXPECT_EQ(part_of(netlist, "node[1].controller").plan.address_at({1, 0}), address("node[1].memory"));
  EXPECT_EQ(part_of(netlist, "node[1].unit").plan.address_at({0, 0}), address("node[1].memory"));
  EXPECT_EQ(part_of(netlist, "node[1].mover").plan.address_at({0, 0}), address("node[1].memory"));
  EXPECT_EQ(part_of(netlist, "node[1].mover").plan.address_at({1, 0}), address("memory"));
  EXPECT_EQ(part_of(netlist, "mbus").plan.address_at({1, 0}), address("memory"));
  EXPECT_EQ(part_of(netlist, "mbus").plan.address_at({1, 2}), address("node[1].memory"));
  const auto to_memory = path_to_target(netlist, number_of(netlist, "node[0].controller"), {1, 0});
  ASSERT_TRUE(to_memory);
  EXPECT_EQ(netlist.parts[to_memory->end].path, "node[0].memory");
  ASSERT_EQ(to_memory->hops.size(), 1u);
  EXPECT_EQ(netlist.parts[to_memory->hops[0].part].path, "mbus");
  EXPECT_FALSE(
      path_to_part(netlist, number_of(netlist, "node[0].disk"), {0, 0}, number_of(netlist, "node[1].controller")));
}

TEST(Jobs, KeepPartsAsLongAsArithmeticSays) {
  const Netlist netlist = netlist_of(two_nodes);
  const JobWorkload loads(netlist, PartShares(netlist.parts.size(), 0));
  std::map<std::string, double> limits;
  for (const ResourceBound& bound : loads.bounds()) limits[bound.resource] = bound.limit;
  const double all = 10 * 100e3, b = 100e3;
  // Five jobs a node, two of them small.
  EXPECT_NEAR(limits["node.disk"], all / (5 * (2 * 10e-3 + b / 4e6)), 1e-3);
  EXPECT_NEAR(limits["node.scsi"], all / (5 * b / 20e6), 1e-3);
  // All are written over it, and quarters of six moved.
  EXPECT_NEAR(limits["mbus"], all / ((10 * b + 6 * b / 4) / 160e6), 1e-3);
  EXPECT_NEAR(limits["node.bus"], all / (3 * (b / 100e6 + b / 4 / 50e6)), 1e-3);
  // It is held until its result has been moved.
  EXPECT_NEAR(limits["node.unit"], all / (3 * (b / 100e6 + b / 10e6 + b / 4 / 50e6 + b / 4 / 160e6)), 1e-3);
  EXPECT_EQ(limits.size(), 5u);
  EXPECT_FALSE(loads.offered_load());
  EXPECT_NEAR(*loads.completes_in(), 1.1 * 5 * (2 * 10e-3 + b / 4e6) + 0.1, 1e-6);
  // Disks twice, SCSI bus and bus once a job; unit and its two transfers, and the mover's of six.
  EXPECT_EQ(loads.events(100), 10 * 4 + 6 * 4);
}

TEST(Jobs, ConstantArrivalsAreADemand) {
  std::string text = two_nodes;
  text.replace(text.find("count: 10"), 9, "count: 10\n    arrivals: constant\n    interval: 100 ms\n    group: 3");
  const Netlist netlist = netlist_of(text);
  const JobWorkload loads(netlist, PartShares(netlist.parts.size(), 0));
  ASSERT_TRUE(loads.offered_load());
  EXPECT_DOUBLE_EQ(*loads.offered_load(), 3 * 100e3 / 0.1);
  // Four groups.
  EXPECT_GE(*loads.completes_in(), 0.4);
}

TEST(Jobs, WhatIsHeldAlreadyIsHeldForLonger) {
  std::string text = two_nodes;
  const std::string old = R"(      - {at: "node[n].mover", when: not small, name: out}
)";
  text.replace(text.find(old), old.size(), R"(      - {at: "node[n].unit", when: not small, hold_until: end, name: out}
      - {at: "node[n].mover", when: not small, name: end}
)");
  const Netlist netlist = netlist_of(text);
  const JobPlan& plan = netlist.jobs.front().plans[2];
  ASSERT_EQ(plan.steps.size(), 4u);
  EXPECT_EQ(plan.steps[1].hold_until, 3u);
  EXPECT_FALSE(plan.steps[2].hold_until);
}

}  // namespace
}  // namespace isochron
