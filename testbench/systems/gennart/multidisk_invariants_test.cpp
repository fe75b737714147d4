// SPDX-License-Identifier: Apache-2.0
// What holds in every multidisk server, whatever its parameters. A payload that nobody gives back, a deadlock and a
// broken rule of the protocol end the run with an exception, and so the test.
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "systems/figures.h"
#include "systems/gennart/multidisk_run.h"

namespace isochron::testbench {
namespace {

using Operation = MultidiskParameters::Operation;

/// Packets from much smaller than a strand to larger, or whole strands.
std::uint64_t any_packet() {
  return *rc::gen::element<std::uint64_t>(0, 1000, 8192, 100'000, 1'000'000);
}

/// Any machine that has no problems.
MultidiskParameters any_machine() {
  MultidiskParameters p(
      *rc::gen::element(Architecture::shared_bus, Architecture::point_to_point, Architecture::subsystems));
  p.nodes = *rc::gen::inRange(1, 7);
  p.disks_per_node = *rc::gen::inRange(1, 4);
  p.operation = *rc::gen::element(Operation::read, Operation::resample, Operation::read_protocol_network,
                                  Operation::read_and_resample);
  p.split = *rc::gen::element(MultidiskParameters::Split::every_node, MultidiskParameters::Split::disk_number);
  if (p.operation == Operation::read_and_resample && p.nodes * p.disks_per_node == 1) p.nodes = 2;
  p.disks = *rc::gen::element(MultidiskParameters::Disks::shared_bus, MultidiskParameters::Disks::local);
  p.mover_unit = *rc::gen::element(MultidiskParameters::MoverUnit::strand, MultidiskParameters::MoverUnit::burst);
  p.strands = *rc::gen::inRange(1, 60);
  p.requests_per_strand = *rc::gen::inRange(1, 6);
  p.strand = 60 * p.requests_per_strand * *rc::gen::inRange<std::uint64_t>(1, 500);  // results are whole bytes
  p.disk.latency.law = *rc::gen::element(SeekLatency::Law::triangular, SeekLatency::Law::deterministic);
  p.disk.freed = *rc::gen::element(Disk::Freed::after_medium, Disk::Freed::after_scsi);
  p.held_during_transfers = *rc::gen::arbitrary<bool>();
  p.server_links = *rc::gen::inRange(1, 7);
  p.link_packets = any_packet();
  p.bus_packets = any_packet();
  p.mover.burst = *rc::gen::element<std::uint64_t>(500, 2048, 65'536);
  p.mover.outstanding = *rc::gen::inRange(1, 5);
  p.mover.setup = *rc::gen::element<std::uint64_t>(0, microsecond);
  p.arrivals = *rc::gen::element(MultidiskParameters::Arrivals::all_at_start, MultidiskParameters::Arrivals::regular);
  p.interval = *rc::gen::inRange<std::uint64_t>(1, 60) * millisecond;
  p.group = *rc::gen::inRange(1, 9);
  return p;
}

// Catches a strand that is lost, doubled, or delivered in parts, and statistics that count an instant twice.
RC_GTEST_PROP(MultidiskInvariants, everyStrandIsDeliveredOnce, ()) {
  const MultidiskParameters p = any_machine();
  RC_ASSERT(p.problems().empty());
  const MultidiskOutcome outcome = simulate(p);
  RC_ASSERT(outcome.times == std::vector<std::uint64_t>(p.total_strands(), 1));
  const double bytes = static_cast<double>(p.strand * p.total_strands());
  RC_ASSERT(outcome.figures.at("bytes.in.mean") == bytes);
  RC_ASSERT(outcome.figures.at("bytes.out.mean") == bytes);
  RC_ASSERT(outcome.figures.at("delay.count") == static_cast<double>(p.total_strands()));
  for (const auto& [name, value] : outcome.figures)
    if (ends_with(name, "utilisation") || ends_with(name, "utilisation.max")) {
      RC_LOG() << name << " = " << value << '\n';
      RC_ASSERT(value <= 1);
    }
}

// What `explain` says that a machine can do at best. Catches a bound that forgets or exaggerates a transfer, and a
// machine that skips one.
RC_GTEST_PROP(MultidiskInvariants, noMachineIsFasterThanItsBounds, ()) {
  MultidiskParameters p = any_machine();
  p.disk.latency.law = SeekLatency::Law::deterministic;
  if (p.operation == Operation::read_and_resample) {
    // The bounds take the halves as equal.
    p.nodes = 2 * *rc::gen::inRange<std::uint64_t>(1, 4);
    p.strands = p.nodes * p.disks_per_node * *rc::gen::inRange(1, 4);
  }
  const MultidiskOutcome outcome = simulate(p);
  const double bytes = static_cast<double>(p.strand * p.total_strands());
  for (const ResourceBound& bound : p.bounds()) {
    RC_LOG() << bound.resource << ": " << bytes / bound.limit << " s against "
             << outcome.figures.at("completion_time.mean") << " s\n";
    RC_ASSERT(outcome.figures.at("completion_time.mean") >= bytes / bound.limit * (1 - 1e-6));
  }
}

// Catches state that outlives a run, addresses that decide an order, and a seed that is not passed on.
RC_GTEST_PROP(MultidiskInvariants, aSeedDecidesEverything, ()) {
  MultidiskParameters p = any_machine();
  p.disk.latency.law = SeekLatency::Law::triangular;
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const MultidiskOutcome one = simulate(p, seed), same = simulate(p, seed), other = simulate(p, seed + 1);
  RC_ASSERT(difference(one.figures, same.figures) == "");
  RC_ASSERT(one.delivered == same.delivered);
  RC_ASSERT(one.delivered != other.delivered);
}

}  // namespace
}  // namespace isochron::testbench
