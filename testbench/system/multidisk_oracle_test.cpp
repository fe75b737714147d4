// SPDX-License-Identifier: Apache-2.0
// The multidisk servers against a second simulator that shares nothing with them: every strand is delivered at the same
// picosecond. Catches a transfer too few or too many, a wrong order of service, a resource freed too early or too late,
// and rounding that adds up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/strand_oracle.h"
#include "system/multidisk_run.h"

namespace isochron::testbench {
namespace {

using Operation = MultidiskParameters::Operation;

oracle::StrandConfig config_for(const MultidiskParameters& p) {
  oracle::StrandConfig c;  // its rates are the paper's, as are the parameters' defaults
  c.links = p.architecture == Architecture::point_to_point;
  c.nodes = static_cast<unsigned>(p.nodes);
  c.disks = static_cast<unsigned>(p.disks_per_node);
  c.server_links = static_cast<unsigned>(p.server_links);
  c.resamples = p.operation == Operation::resample;
  c.held_during_transfers = p.held_during_transfers;
  c.freed_after_scsi = p.disk.freed == Disk::Freed::after_scsi;
  c.bytes = p.strand;
  c.bus_packet = p.bus_packets;
  c.link_packet = p.link_packets;
  c.latency_ps = p.disk.latency.mean;
  return c;
}

std::vector<std::uint64_t> asked_for(const MultidiskParameters& p) {
  std::vector<std::uint64_t> asked(p.total_strands(), 0);
  if (p.arrivals == MultidiskParameters::Arrivals::regular)
    for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = i / p.group * p.interval;
  return asked;
}

std::vector<Time> by_the_oracle(const MultidiskParameters& p) {
  return oracle::deliveries(config_for(p), asked_for(p));
}

MultidiskParameters deterministic(Architecture architecture) {
  MultidiskParameters p(architecture);
  p.disk.latency.law = SeekLatency::Law::deterministic;
  return p;
}

class MultidiskOracle : public testing::TestWithParam<Architecture> {};
std::string name_of(const testing::TestParamInfo<Architecture>& tested) {
  return tested.param == Architecture::shared_bus ? "sharedBus" : "pointToPoint";
}
INSTANTIATE_TEST_SUITE_P(Of, MultidiskOracle, testing::Values(Architecture::shared_bus, Architecture::point_to_point),
                         name_of);

void expect_agreement(MultidiskParameters p) {
  for (p.nodes = 1; p.nodes <= 28; ++p.nodes)
    for (p.disks_per_node = 1; p.disks_per_node <= 3; ++p.disks_per_node)
      EXPECT_EQ(simulate(p).delivered, by_the_oracle(p)) << p.nodes << " nodes, " << p.disks_per_node << " disks";
}

// The paper's stream, on 1 to 28 nodes of 1 to 3 disks.
TEST_P(MultidiskOracle, reads) {
  expect_agreement(deterministic(GetParam()));
}

TEST_P(MultidiskOracle, resamples) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::resample;
  expect_agreement(p);
}

TEST_P(MultidiskOracle, resamplesWithTheProcessorFreeDuringTransfers) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::resample;
  p.held_during_transfers = false;
  expect_agreement(p);
}

TEST_P(MultidiskOracle, readsWithDisksHeldUntilTheirDataIsAcrossScsi) {
  MultidiskParameters p = deterministic(GetParam());
  p.disk.freed = Disk::Freed::after_scsi;
  expect_agreement(p);
}

// Round robin on every shared resource.
TEST_P(MultidiskOracle, readsInPacketsOf8KB) {
  MultidiskParameters p = deterministic(GetParam());
  p.bus_packets = p.link_packets = 8192;
  expect_agreement(p);
}

// One strand alone: the sum of its steps, by hand, so that both simulators are not wrong in the same way. Disk
// 10 ms + 168960 / 4 MB/s = 52.24 ms; SCSI 9.182608696; bus write 4.343444730.
TEST(MultidiskOracleByHand, oneStrandOnTheSharedBus) {
  MultidiskParameters p = deterministic(Architecture::shared_bus);
  p.strands = 1;
  EXPECT_THAT(simulate(p).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 4'343'444'730u));
}

// Then local bus read 1.6896 ms, link 21.12 ms, server memory 4.343444730 ms.
TEST(MultidiskOracleByHand, oneStrandOverTheLinks) {
  MultidiskParameters p = deterministic(Architecture::point_to_point);
  p.strands = 1;
  EXPECT_THAT(simulate(p).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 2 * 4'343'444'730u +
                                                          1'689'600'000u + 21'120'000'000u));
}

// Resampled: bus read 1.6896, compute 22.528, write 42240 B at 60 MB/s 0.704; compressor: read 0.4224, compute 5.632,
// write 2816 B at 38.9 MB/s 0.072390746 ms.
TEST(MultidiskOracleByHand, oneStrandResampledOnTheSharedBus) {
  MultidiskParameters p = deterministic(Architecture::shared_bus);
  p.operation = Operation::resample;
  p.strands = 1;
  EXPECT_THAT(simulate(p).delivered,
              testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 4'343'444'730u + 1'689'600'000u +
                                   22'528'000'000u + 704'000'000u + 422'400'000u + 5'632'000'000u + 72'390'746u));
}

// Any size of strand and latency, number of server links and arrivals: ties, and queues in front of every resource.
RC_GTEST_PROP(MultidiskOracleRandom, everyStrandComesAtTheSamePicosecond, ()) {
  MultidiskParameters p = deterministic(*rc::gen::element(Architecture::shared_bus, Architecture::point_to_point));
  p.nodes = *rc::gen::inRange(1, 20);
  p.disks_per_node = *rc::gen::inRange(1, 4);
  p.server_links = *rc::gen::inRange(1, 13);
  p.strands = *rc::gen::inRange(1, 120);
  p.strand = *rc::gen::inRange(60, 300'000);
  p.bus_packets = *rc::gen::element<std::uint64_t>(0, 1000, 8192);
  p.link_packets = *rc::gen::element<std::uint64_t>(0, 1000, 8192);
  p.operation = *rc::gen::element(Operation::read, Operation::resample);
  p.held_during_transfers = *rc::gen::arbitrary<bool>();
  p.disk.freed = *rc::gen::element(Disk::Freed::after_medium, Disk::Freed::after_scsi);
  p.disk.latency.mean = *rc::gen::element<std::uint64_t>(0, 1, millisecond, 10 * millisecond);
  p.arrivals = *rc::gen::element(MultidiskParameters::Arrivals::all_at_start, MultidiskParameters::Arrivals::regular);
  p.group = *rc::gen::inRange(1, 9);
  p.interval = *rc::gen::inRange<std::uint64_t>(1, 60) * millisecond;
  RC_ASSERT(simulate(p).delivered == by_the_oracle(p));
}

}  // namespace
}  // namespace isochron::testbench
