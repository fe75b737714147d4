// SPDX-License-Identifier: Apache-2.0
// Jobs of machine files: the ways that they take, addresses on buses, what arithmetic says of them, and who holds a
// part.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_workload.h>
#include <isochron/part/interconnect.h>

#include "support/temporary_machine.h"

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
  ASSERT_EQ(netlist.workloads.of<FlatJobs>().size(), 1u);
  const FlatJobs& jobs = netlist.workloads.of<FlatJobs>().front();
  EXPECT_EQ(jobs.period, (std::vector<std::uint32_t>{0, 1, 0, 1, 2, 3, 2, 3, 2, 3}));
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
  const auto to_memory = path_to_target(netlist, number_of(netlist, "node[0].controller"), {1, 0}, true);
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
  EXPECT_EQ(loads.events(100, Folding::off), 10 * 4 + 6 * 4);
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
  const JobPlan& plan = netlist.workloads.of<FlatJobs>().front().plans[2];
  ASSERT_EQ(plan.steps.size(), 4u);
  EXPECT_EQ(plan.steps[1].hold_until, 3u);
  EXPECT_FALSE(plan.steps[2].hold_until);
}

/// Units that jobs take by their numbers, on one memory; MORE is the condition of the second step.
const char* const units = R"(
runs: until_done
parts:
  "unit[12]": {type: processing_unit, rate: 10 MB/s, reduction: nothing}
  memory: {type: memory}
  bus: {type: fifo_bus}
connect:
  - {for: {u: 12}, from: "unit[u].socket", to: "bus.device[u]"}
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - name: all
    count: 500
    size: 1 kB
    let:
      n: job mod 3
      row: job div 3
      d: row mod 4
      turned: (row + 2 * n) mod 5 == 1
      late: (job + row) mod 8 >= 4
    classes: {turned: turned, others: not turned}
    steps:
      - {at: "unit[n * 4 + d]"}
      - {at: "unit[row div 2 mod 6 if turned else 11]", when: MORE}
)";

std::string units_where(const std::string& more) {
  std::string text = units;
  return text.replace(text.find("MORE"), 4, more);
}

// Every job has the way that it has where no period is found: `job` itself is compared with a number there.
TEST(Jobs, WaysRepeatAfterAPeriod) {
  const Netlist found = netlist_of(units_where("late")), each = netlist_of(units_where("late and job < 1000000"));
  const FlatJobs &short_one = found.workloads.of<FlatJobs>().front(), &long_one = each.workloads.of<FlatJobs>().front();
  EXPECT_EQ(long_one.period.size(), 500u);
  // The first unit repeats after 12 jobs, `turned` after 15, row div 2 mod 6 after 36, and `late` after 6.
  EXPECT_EQ(short_one.period.size(), 180u);
  std::map<std::size_t, std::uint64_t> jobs;
  for (std::uint64_t job = 0; job < 500; ++job) {
    const JobPlan &one = short_one.plan_of(job), &other = long_one.plan_of(job);
    ++jobs[short_one.plan_number(job)];
    EXPECT_EQ(one.classes, other.classes) << job;
    ASSERT_EQ(one.steps.size(), other.steps.size()) << job;
    for (std::size_t s = 0; s < one.steps.size(); ++s) EXPECT_EQ(one.steps[s].at, other.steps[s].at) << job;
  }
  for (std::size_t p = 0; p < short_one.plans.size(); ++p) EXPECT_EQ(short_one.plans[p].jobs, jobs[p]);
}

// As many as a machine may have, in the time of a few.
TEST(Jobs, TenMillionOfThemHaveOnePeriod) {
  std::string text = units_where("late");
  text.replace(text.find("count: 500"), 10, "count: 10000000");
  const Netlist netlist = netlist_of(text);
  EXPECT_EQ(netlist.workloads.of<FlatJobs>().front().period.size(), 180u);
}

// 500 jobs are not twelve equal parts, and the bound is that of whole rounds: each unit has a twelfth.
TEST(Jobs, TheRestOfARoundIsNoLoad) {
  const Netlist netlist = netlist_of(units_where("false"));
  EXPECT_EQ(netlist.workloads.of<FlatJobs>().front().classes, (std::vector<std::string>{"turned", "others"}));
  const std::vector<ResourceBound> bounds = JobWorkload(netlist, PartShares(netlist.parts.size(), 0)).bounds();
  const double own = 1e3 / 10e6 + 1e3 / 38.9e6;  // with its read over the bus
  for (const ResourceBound& bound : bounds) {
    if (bound.resource != "unit") continue;
    EXPECT_NEAR(bound.limit, 12 * 1e3 / own, 1e-3);
    EXPECT_NEAR(bound.capacity, 1e3 / own, 1e-3);
  }
  EXPECT_EQ(bounds.size(), 2u);
}

// Numbers of devices order masters; one that no connection has leaves no gap, and settings go with their master.
TEST(Jobs, DevicesOfABusCloseUp) {
  const Netlist netlist = netlist_of(R"(
runs: until_done
parameters: {middle: {type: flag, default: false}}
parts:
  "unit[3]": {type: processing_unit, when: index != 1 or middle}
  memory: {type: memory}
  bus: {type: fifo_bus, rate: 10 MB/s}
connect:
  - for: {u: 3}
    when: u != 1 or middle
    from: "unit[u].socket"
    to: "bus.device[4 * u]"
    master: {read: (u + 1) * 20 MB/s}
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - {name: a, count: 1, size: 1 MB, steps: [{at: "unit[2]"}]}
)");
  EXPECT_EQ(part_of(netlist, "bus").plan.counts[0], 2u);
  const auto path = path_to_target(netlist, number_of(netlist, "unit[2]"), {0, 0}, false);
  ASSERT_TRUE(path);
  EXPECT_EQ(path->hops[0].input.index, 1u);
  const auto* const bus = part_of(netlist, "bus").config->as<Interconnect>();
  EXPECT_DOUBLE_EQ(bus->seconds_of({0, 1}, false, 1'000'000), 1 / 60.0);
  EXPECT_DOUBLE_EQ(bus->seconds_of({0, 0}, false, 1'000'000), 1 / 20.0);
}

// A choice of a part decides which others are there: within a type, from outside, and for jobs. A name between quotes
// is no parameter.
TEST(Jobs, ChoicesOfPartsHaveNames) {
  const Netlist netlist = netlist_of(R"(
runs: until_done
parameters:
  whole: {type: size, default: 1 kB}
  packets: {type: size, or: whole, default: whole}
types:
  place:
    parameters: {law: {type: choice, choices: [triangular, deterministic], default: triangular}}
    ports: {socket: disk.socket}
    parts:
      disk: {type: disk, latency: law}
      spare: {type: disk, when: disk.latency == deterministic}
      cable: {type: fifo_bus, when: disk.latency == deterministic}
      end: {type: scsi_controller, when: disk.latency == deterministic}
      kept: {type: memory, when: disk.latency == deterministic}
    connect:
      - {when: disk.latency == deterministic, from: spare.socket, to: "cable.device[0]"}
      - {when: disk.latency == deterministic, from: "cable.window[0]", to: end.scsi}
      - {when: disk.latency == deterministic, from: end.bus, to: kept.socket}
parts:
  "place[2]": {type: place, law: triangular if index == 0 else deterministic}
  "unit[2]": {type: processing_unit, when: "index == 0 or place[index].disk.latency == deterministic"}
  memory: {type: memory}
  ctl: {type: scsi_controller}
  scsi: {type: fifo_bus, packets: whole if packets == 'whole' else packets}
  bus: {type: fifo_bus}
connect:
  - {for: {p: 2}, from: "place[p].socket", to: "scsi.device[p]"}
  - {from: "scsi.window[0]", to: ctl.scsi}
  - {from: ctl.bus, to: "bus.device[2]"}
  - for: {u: 2}
    when: u == 0 or place[u].disk.latency != triangular
    from: "unit[u].socket"
    to: "bus.device[u]"
  - {from: "bus.window[0]", to: memory.socket}
jobs:
  - name: a
    count: 4
    size: 1 MB
    let: {p: job mod 2}
    steps:
      - {at: "place[p].disk", to: ctl}
      - {at: "unit[p]", when: "place[p].disk.latency == deterministic"}
)");
  EXPECT_NO_THROW(part_of(netlist, "place[1].spare"));
  EXPECT_THROW(part_of(netlist, "place[0].spare"), std::out_of_range);
  EXPECT_NO_THROW(part_of(netlist, "unit[1]"));
  const FlatJobs& jobs = netlist.workloads.of<FlatJobs>().front();
  EXPECT_EQ(jobs.plan_of(0).steps.size(), 1u);
  EXPECT_EQ(jobs.plan_of(1).steps.size(), 2u);
  EXPECT_EQ(jobs.period.size(), 2u);
}

}  // namespace
}  // namespace isochron
