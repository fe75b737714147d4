// SPDX-License-Identifier: Apache-2.0
// The multidisk servers against a second simulator that shares nothing with them: every strand is delivered at the same
// picosecond. Catches a transfer too few or too many, a wrong order of service, a resource freed too early or too late,
// a strand on the wrong node or disk, and rounding that adds up.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/random_stream.h>

#include "oracle/strand_oracle.h"
#include "support/sanitizers.h"
#include "systems/gennart/multidisk_run.h"

namespace isochron::testbench {
namespace {

using Operation = MultidiskParameters::Operation;

oracle::StrandConfig::Machine machine_of(Architecture architecture) {
  if (architecture == Architecture::shared_bus) return oracle::StrandConfig::Machine::shared_bus;
  if (architecture == Architecture::point_to_point) return oracle::StrandConfig::Machine::links;
  return oracle::StrandConfig::Machine::subsystems;
}

oracle::StrandConfig::Work work_of(Operation operation) {
  if (operation == Operation::read) return oracle::StrandConfig::Work::read;
  if (operation == Operation::resample) return oracle::StrandConfig::Work::resample;
  if (operation == Operation::read_protocol_network) return oracle::StrandConfig::Work::network;
  return oracle::StrandConfig::Work::read_and_resample;
}

oracle::StrandConfig config_for(const MultidiskParameters& p) {
  oracle::StrandConfig c;  // its rates are the paper's, as are the parameters' defaults
  c.machine = machine_of(p.architecture);
  c.work = work_of(p.operation);
  c.halves_of_all_disks = p.split == MultidiskParameters::Split::disk_number;
  c.nodes = static_cast<unsigned>(p.nodes);
  c.disks = static_cast<unsigned>(p.disks_per_node);
  c.server_links = static_cast<unsigned>(p.server_links);
  c.held_during_transfers = p.held_during_transfers;
  c.freed_after_scsi = p.disk.freed == Disk::Freed::after_scsi;
  c.disks_on_shared_bus = p.disks == MultidiskParameters::Disks::shared_bus;
  c.bytes = p.strand;
  c.requests = static_cast<unsigned>(p.requests_per_strand);
  c.bus_packet = p.bus_packets;
  c.link_packet = p.link_packets;
  c.latency_ps = p.disk.latency.mean;
  c.mover = p.dma_rate / 8;
  if (p.mover_unit == MultidiskParameters::MoverUnit::burst) c.burst = p.mover.burst;
  c.outstanding = static_cast<unsigned>(p.mover.outstanding);
  c.setup_ps = p.mover.setup;
  return c;
}

/// Both kinds' with read_and_resample, but not where all disks are halved.
std::size_t strands_of(const MultidiskParameters& p) {
  const bool regular = p.arrivals == MultidiskParameters::Arrivals::regular;
  const std::uint64_t one = regular && p.count > 0 ? p.count : p.strands;
  const bool each = p.operation == Operation::read_and_resample && p.split == MultidiskParameters::Split::every_node;
  return each ? 2 * one : one;
}

std::vector<std::uint64_t> asked_for(const MultidiskParameters& p) {
  std::vector<std::uint64_t> asked(strands_of(p), 0);
  if (p.arrivals == MultidiskParameters::Arrivals::regular)
    for (std::size_t i = 0; i < asked.size(); ++i) asked[i] = i / p.group * p.interval;
  return asked;
}

std::vector<Time> by_the_oracle(const MultidiskParameters& p) {
  return oracle::deliveries(config_for(p), asked_for(p));
}

/// What the disks of the run with `seed` draw. A disk draws once a request, in the order in which it is asked. Of the
/// paper's law 1 - F(t) = (1 - t / 3m)^2 the inverse, at the numbers of the disk's stream.
std::vector<std::uint64_t> latencies_of(const MultidiskParameters& p, std::uint64_t seed) {
  const oracle::StrandConfig c = config_for(p);
  std::vector<SplitMix64> streams;
  for (unsigned node = 0; node < c.nodes; ++node)
    for (unsigned disk = 0; disk < c.disks; ++disk)
      streams.push_back(
          random_stream(seed, "node[" + std::to_string(node) + "].disk[" + std::to_string(disk) + "]", "disk latency"));
  std::vector<std::uint64_t> latencies;
  for (std::size_t strand = 0; strand < strands_of(p); ++strand)
    for (unsigned i = 0; i < c.requests; ++i) {
      const double rest = std::ldexp(static_cast<double>(streams[oracle::disk_of(c, strand)]()), -64);
      latencies.push_back(static_cast<std::uint64_t>(
          std::llround(3.0 * static_cast<double>(p.disk.latency.mean) * (1 - std::sqrt(rest)))));
    }
  return latencies;
}

MultidiskParameters deterministic(Architecture architecture) {
  MultidiskParameters p(architecture);
  p.disk.latency.law = SeekLatency::Law::deterministic;
  return p;
}

class MultidiskOracle : public testing::TestWithParam<Architecture> {};
std::string name_of(const testing::TestParamInfo<Architecture>& tested) {
  if (tested.param == Architecture::shared_bus) return "sharedBus";
  return tested.param == Architecture::point_to_point ? "pointToPoint" : "subsystems";
}
INSTANTIATE_TEST_SUITE_P(Of, MultidiskOracle,
                         testing::Values(Architecture::shared_bus, Architecture::point_to_point,
                                         Architecture::subsystems),
                         name_of);

/// From one number of nodes to the next. Under AddressSanitizer fewer come by the same code.
constexpr std::uint64_t nodes_step = under_address_sanitizer() ? 9 : 1;

void expect_agreement(MultidiskParameters p) {
  for (p.nodes = 1; p.nodes <= 28; p.nodes += nodes_step)
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

TEST_P(MultidiskOracle, bringsStrandsToTheNetwork) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::read_protocol_network;
  expect_agreement(p);
}

TEST_P(MultidiskOracle, readsAndResamplesAtTheSameTime) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::read_and_resample;
  p.strands = 128;
  expect_agreement(p);
}

TEST_P(MultidiskOracle, readsAndResamplesOnHalvesOfAllDisks) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::read_and_resample;
  p.split = MultidiskParameters::Split::disk_number;
  for (p.nodes = 2; p.nodes <= 28; p.nodes += nodes_step) EXPECT_EQ(simulate(p).delivered, by_the_oracle(p)) << p.nodes;
}

TEST_P(MultidiskOracle, fetchesAStrandWithFourRequests) {
  MultidiskParameters p = deterministic(GetParam());
  p.operation = Operation::resample;
  p.requests_per_strand = 4;
  for (p.nodes = 1; p.nodes <= 28; p.nodes += 3) EXPECT_EQ(simulate(p).delivered, by_the_oracle(p)) << p.nodes;
}

// The run's latencies are drawn a second time.
TEST_P(MultidiskOracle, agreesWithTheLatenciesThatARunDraws) {
  for (const Operation operation :
       {Operation::read, Operation::resample, Operation::read_protocol_network, Operation::read_and_resample}) {
    MultidiskParameters p(GetParam());
    p.operation = operation;
    p.nodes = 12;
    p.disks_per_node = 2;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      oracle::StrandConfig c = config_for(p);
      c.latencies_ps = latencies_of(p, seed);
      EXPECT_EQ(simulate(p, seed).delivered, oracle::deliveries(c, asked_for(p)))
          << "operation " << static_cast<int>(operation) << ", seed " << seed;
    }
  }
}

// Subsystems with a mover of each rate: the paper's I/O, an InfiniBand chip's half, pure writes, the raw bus.
class SubsystemsOracle : public testing::TestWithParam<std::tuple<std::uint64_t, bool>> {};
INSTANTIATE_TEST_SUITE_P(With, SubsystemsOracle,
                         testing::Combine(testing::Values(38'900'000, 57'200'000, 160'000'000, 400'000'000),
                                          testing::Bool()),
                         [](const auto& tested) {
                           return std::to_string(std::get<0>(tested.param) / 100'000) +
                                  (std::get<1>(tested.param) ? "bursts" : "strands");
                         });

TEST_P(SubsystemsOracle, agrees) {
  for (const Operation operation :
       {Operation::read, Operation::resample, Operation::read_protocol_network, Operation::read_and_resample})
    for (const auto disks : {MultidiskParameters::Disks::shared_bus, MultidiskParameters::Disks::local}) {
      MultidiskParameters p = deterministic(Architecture::subsystems);
      p.operation = operation;
      p.disks = disks;
      p.dma_rate = 8 * std::get<0>(GetParam());
      if (std::get<1>(GetParam())) p.mover_unit = MultidiskParameters::MoverUnit::burst;
      p.mover.burst = 16'384;
      p.strands = 64;
      for (p.nodes = 1; p.nodes <= 28; p.nodes += 3 * nodes_step)
        for (p.disks_per_node = 1; p.disks_per_node <= 3; ++p.disks_per_node)
          EXPECT_EQ(simulate(p).delivered, by_the_oracle(p))
              << p.nodes << " nodes, " << p.disks_per_node << " disks, operation " << static_cast<int>(operation)
              << (disks == MultidiskParameters::Disks::local ? ", local" : "");
    }
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

// In subsystems: SCSI 9.182608696, shared bus at 160 MB/s 1.056 ms.
TEST(MultidiskOracleByHand, oneStrandIntoASubsystem) {
  MultidiskParameters p = deterministic(Architecture::subsystems);
  p.strands = 1;
  EXPECT_THAT(simulate(p).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 1'056'000'000u));
}

// Then as on the shared bus, but 2816 B more over the shared bus: 17.6 us.
TEST(MultidiskOracleByHand, oneStrandResampledInASubsystem) {
  MultidiskParameters p = deterministic(Architecture::subsystems);
  p.operation = Operation::resample;
  p.strands = 1;
  EXPECT_THAT(simulate(p).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 1'056'000'000u +
                                                          1'689'600'000u + 22'528'000'000u + 704'000'000u +
                                                          422'400'000u + 5'632'000'000u + 72'390'746u + 17'600'000u));
}

// To the network: shared bus: copy 4.224, out 1.6896 ms; subsystems: copy 4.224, out 1.056; point to point: the same as
// on the shared bus, at the server.
TEST(MultidiskOracleByHand, oneStrandToTheNetwork) {
  MultidiskParameters shared = deterministic(Architecture::shared_bus);
  shared.operation = Operation::read_protocol_network;
  shared.strands = 1;
  EXPECT_THAT(simulate(shared).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 4'343'444'730u +
                                                               4'224'000'000u + 1'689'600'000u));
  MultidiskParameters links = deterministic(Architecture::point_to_point);
  links.operation = Operation::read_protocol_network;
  links.strands = 1;
  EXPECT_THAT(simulate(links).delivered,
              testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 2 * 4'343'444'730u + 1'689'600'000u +
                                   21'120'000'000u + 4'224'000'000u + 1'689'600'000u));
  MultidiskParameters subsystems = deterministic(Architecture::subsystems);
  subsystems.operation = Operation::read_protocol_network;
  subsystems.strands = 1;
  EXPECT_THAT(simulate(subsystems).delivered, testing::ElementsAre(52'240'000'000u + 9'182'608'696u + 1'056'000'000u +
                                                                   4'224'000'000u + 1'056'000'000u));
}

MultidiskParameters any_oracle_machine() {
  MultidiskParameters p = deterministic(
      *rc::gen::element(Architecture::shared_bus, Architecture::point_to_point, Architecture::subsystems));
  p.nodes = *rc::gen::inRange(1, 20);
  p.disks_per_node = *rc::gen::inRange(1, 4);
  p.server_links = *rc::gen::inRange(1, 13);
  p.strands = *rc::gen::inRange(1, 120);
  p.strand = *rc::gen::inRange(60, 300'000);
  p.bus_packets = *rc::gen::element<std::uint64_t>(0, 1000, 8192);
  p.link_packets = *rc::gen::element<std::uint64_t>(0, 1000, 8192);
  p.operation = *rc::gen::element(Operation::read, Operation::resample, Operation::read_protocol_network,
                                  Operation::read_and_resample);
  p.split = p.nodes * p.disks_per_node == 1
                ? MultidiskParameters::Split::every_node
                : *rc::gen::element(MultidiskParameters::Split::every_node, MultidiskParameters::Split::disk_number);
  p.disks = *rc::gen::element(MultidiskParameters::Disks::shared_bus, MultidiskParameters::Disks::local);
  p.mover_unit = *rc::gen::element(MultidiskParameters::MoverUnit::strand, MultidiskParameters::MoverUnit::burst);
  p.mover.burst = *rc::gen::element<std::uint64_t>(4096, 65'536);
  p.mover.outstanding = *rc::gen::inRange(1, 4);
  p.mover.setup = *rc::gen::element<std::uint64_t>(0, microsecond);
  p.dma_rate = 8 * *rc::gen::element<std::uint64_t>(38'900'000, 57'200'000, 160'000'000, 400'000'000);
  p.held_during_transfers = p.operation == Operation::read_protocol_network || *rc::gen::arbitrary<bool>();
  p.disk.freed = *rc::gen::element(Disk::Freed::after_medium, Disk::Freed::after_scsi);
  p.disk.latency.mean = *rc::gen::element<std::uint64_t>(0, 1, millisecond, 10 * millisecond);
  p.arrivals = *rc::gen::element(MultidiskParameters::Arrivals::all_at_start, MultidiskParameters::Arrivals::regular);
  p.count = *rc::gen::inRange(0, 100);
  p.group = *rc::gen::inRange(1, 9);
  p.interval = *rc::gen::inRange<std::uint64_t>(1, 60) * millisecond;
  return p;
}

// Any size of strand and latency, number of server links and arrivals: ties, and queues in front of every resource.
RC_GTEST_PROP(MultidiskOracleRandom, everyStrandComesAtTheSamePicosecond, ()) {
  const MultidiskParameters p = any_oracle_machine();
  RC_ASSERT(simulate(p).delivered == by_the_oracle(p));
}

// Two buses of one rate, on which packets of a mover's bursts end and begin in the same instants.
RC_GTEST_PROP(MultidiskOracleRandom, burstsOfAMoverGoInTheirOrder, ()) {
  MultidiskParameters p = any_oracle_machine();
  p.architecture = Architecture::subsystems;
  p.disks = MultidiskParameters::Disks::local;
  p.mover_unit = MultidiskParameters::MoverUnit::burst;
  p.mover.outstanding = *rc::gen::inRange(2, 6);
  p.bus_packets = *rc::gen::element<std::uint64_t>(1000, 1024, 8192);
  RC_ASSERT(simulate(p).delivered == by_the_oracle(p));
}

}  // namespace
}  // namespace isochron::testbench
