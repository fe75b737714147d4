// SPDX-License-Identifier: Apache-2.0
// The figures of a run of so few strands that its timetable can be written down. Catches a figure of the wrong part,
// one that is divided by the wrong time, a queue that counts who is served, and a mean over too few or too many parts.
#include <cmath>

#include <gtest/gtest.h>

#include "systems/gennart/multidisk_run.h"

namespace isochron::testbench {
namespace {

// What a strand of 168,960 B takes at each step (Gennart et al., Table 2), in ms; see multidisk_oracle_test.cpp.
constexpr double disk_ms = 10 + 42.24;               // latency, then 4 MB/s
constexpr double scsi_ms = 9.182608696;              // 18.4 MB/s
constexpr double write_ms = 4.343444730;             // 38.9 MB/s
constexpr double read_ms = 1.6896;                   // 100 MB/s
constexpr double link_ms = 21.12;                    // 8 MB/s
constexpr double compute_ms = 22.528;                // 7.5 MB/s
constexpr double write_small_ms = 0.704;             // 42,240 B at 60 MB/s
constexpr double read_small_ms = 0.4224;             // at 100 MB/s
constexpr double compress_ms = 5.632;                // at 7.5 MB/s
constexpr double write_compressed_ms = 0.072390746;  // 2,816 B at 38.9 MB/s
constexpr double strand_bytes = 168'960;

/// A run without chance.
Figures figures_without_chance(MultidiskParameters p) {
  p.disk.latency.law = SeekLatency::Law::deterministic;
  return simulate(p).figures;
}

MultidiskParameters server_of(Architecture architecture, std::uint64_t nodes, std::uint64_t strands) {
  MultidiskParameters p(architecture);
  p.nodes = nodes;
  p.strands = strands;
  return p;
}

void expect_figure(const Figures& figures, const std::string& name, double value) {
  ASSERT_TRUE(figures.count(name)) << name;
  EXPECT_NEAR(figures.at(name), value, 1e-8 * std::max(1.0, std::abs(value))) << name;
}

void expect_of_parts(const Figures& figures, const std::string& metric, double mean, double min, double max) {
  expect_figure(figures, metric + ".mean", mean);
  expect_figure(figures, metric + ".min", min);
  expect_figure(figures, metric + ".max", max);
}

// One disk, two strands: the second waits for the disk, and for nothing else.
TEST(MultidiskRecord, twoStrandsOfOneDisk) {
  const Figures f = figures_without_chance(server_of(Architecture::shared_bus, 1, 2));
  const double end = 2 * disk_ms + scsi_ms + write_ms;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_figure(f, "simulated_s", end / 1e3);
  expect_figure(f, "throughput.mean", 2 * strand_bytes / (end / 1e3));
  expect_figure(f, "bytes.in.mean", 2 * strand_bytes);
  expect_figure(f, "bytes.out.mean", 2 * strand_bytes);
  expect_figure(f, "messages", 2);
  // The delays differ by the disk's time: of two values the deviation is that over the root of two.
  expect_figure(f, "delay.sd.mean", disk_ms / 1e3 / std::sqrt(2));
  expect_figure(f, "delay.count", 2);
  expect_figure(f, "delay.sum", (3 * disk_ms + 2 * (scsi_ms + write_ms)) / 1e3);
  expect_of_parts(f, "disk.utilisation", 2 * disk_ms / end, 2 * disk_ms / end, 2 * disk_ms / end);
  expect_figure(f, "node[0].disk[0].utilisation", 2 * disk_ms / end);
  expect_figure(f, "node[0].disk[0].queue_depth", disk_ms / end);
  expect_figure(f, "scsi.utilisation.mean", 2 * scsi_ms / end);
  expect_figure(f, "node[0].scsi.queue_depth", 0);
  expect_figure(f, "bus.utilisation.mean", 2 * write_ms / end);
  expect_figure(f, "mbus.utilisation", 2 * write_ms / end);
  expect_figure(f, "mbus.queue_depth", 0);
  expect_figure(f, "processor.utilisation.mean", 0);
  expect_figure(f, "compressor.utilisation.mean", 0);
}

// Two nodes, three strands: node 0 has two of them. Strands 0 and 1 come to the bus together, and 1 waits for 0.
TEST(MultidiskRecord, partsThatDifferHaveAMeanAndExtremes) {
  const Figures f = figures_without_chance(server_of(Architecture::shared_bus, 2, 3));
  const double end = 2 * disk_ms + scsi_ms + write_ms;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_of_parts(f, "disk.utilisation", 1.5 * disk_ms / end, disk_ms / end, 2 * disk_ms / end);
  expect_of_parts(f, "scsi.utilisation", 1.5 * scsi_ms / end, scsi_ms / end, 2 * scsi_ms / end);
  expect_figure(f, "node[0].scsi.utilisation", 2 * scsi_ms / end);
  expect_figure(f, "node[1].scsi.utilisation", scsi_ms / end);
  expect_of_parts(f, "bus.utilisation", 3 * write_ms / end, 3 * write_ms / end, 3 * write_ms / end);
  expect_figure(f, "mbus.queue_depth", write_ms / end);
  expect_figure(f, "node[0].disk[0].queue_depth", disk_ms / end);
  expect_figure(f, "node[1].disk[0].queue_depth", 0);
}

// One disk that holds its data until they are across SCSI, and two disks that meet there.
TEST(MultidiskRecord, twoDisksMeetAtScsi) {
  MultidiskParameters p = server_of(Architecture::shared_bus, 1, 2);
  p.disks_per_node = 2;
  p.disk.freed = Disk::Freed::after_scsi;
  const Figures f = figures_without_chance(p);
  const double end = disk_ms + 2 * scsi_ms + write_ms;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_of_parts(f, "disk.utilisation", (2 * disk_ms + 3 * scsi_ms) / 2 / end, (disk_ms + scsi_ms) / end,
                  (disk_ms + 2 * scsi_ms) / end);
  expect_figure(f, "scsi.utilisation.mean", 2 * scsi_ms / end);
  expect_figure(f, "node[0].scsi.queue_depth", scsi_ms / end);
}

// One strand: the processor has it from before its read until after its write, the compressor likewise.
TEST(MultidiskRecord, aStrandThatIsResampled) {
  MultidiskParameters p = server_of(Architecture::shared_bus, 1, 1);
  p.operation = MultidiskParameters::Operation::resample;
  const Figures f = figures_without_chance(p);
  const double processor = read_ms + compute_ms + write_small_ms,
               compressor = read_small_ms + compress_ms + write_compressed_ms;
  const double end = disk_ms + scsi_ms + write_ms + processor + compressor;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_figure(f, "throughput.mean", strand_bytes / (end / 1e3));
  expect_figure(f, "processor.utilisation.mean", processor / end);
  expect_figure(f, "compressor.utilisation.mean", compressor / end);
  expect_figure(f, "node[0].processor.utilisation", processor / end);
  expect_figure(f, "node[0].compressor.queue_depth", 0);
  expect_figure(f, "bus.utilisation.mean",
                (write_ms + read_ms + write_small_ms + read_small_ms + write_compressed_ms) / end);
  expect_figure(f, "delay.sd.mean", 0);
}

// Two strands that come to one processor together, from a disk each: the second waits for the first.
TEST(MultidiskRecord, twoStrandsWaitForTheProcessor) {
  MultidiskParameters p = server_of(Architecture::shared_bus, 1, 2);
  p.disks_per_node = 2;
  p.operation = MultidiskParameters::Operation::resample;
  const Figures f = figures_without_chance(p);
  // Strand 0 is in memory at disk + scsi + write, strand 1 a SCSI transfer later, while strand 0 is computed.
  // When that leaves the processor, both want the bus: strand 0 for the compressor, which goes first, and strand 1.
  const double processor = read_ms + compute_ms + write_small_ms,
               compressor = read_small_ms + compress_ms + write_compressed_ms;
  const double first = disk_ms + scsi_ms + write_ms + processor;
  const double end = first + read_small_ms + processor + compressor;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_figure(f, "processor.utilisation.mean", (2 * processor + read_small_ms) / end);
  expect_figure(f, "compressor.utilisation.mean", 2 * compressor / end);
  // It comes at disk + 2 scsi + write.
  expect_figure(f, "node[0].processor.queue_depth", (processor - scsi_ms) / end);
}

// Over links: two strands on two nodes, by two of four server links into one memory, where the second waits.
TEST(MultidiskRecord, linksHaveTheirStrands) {
  const Figures f = figures_without_chance(server_of(Architecture::point_to_point, 2, 2));
  const double end = disk_ms + scsi_ms + write_ms + read_ms + link_ms + 2 * write_ms;
  expect_figure(f, "completion_time.mean", end / 1e3);
  expect_of_parts(f, "node_link.utilisation", link_ms / end, link_ms / end, link_ms / end);
  expect_figure(f, "c104.in[1].utilisation", link_ms / end);
  expect_of_parts(f, "server_link.utilisation", 2 * link_ms / end / 4, 0, link_ms / end);
  expect_figure(f, "c104.out[1].utilisation", link_ms / end);
  expect_figure(f, "c104.out[2].utilisation", 0);
  expect_of_parts(f, "bus.utilisation", (write_ms + read_ms) / end, (write_ms + read_ms) / end,
                  (write_ms + read_ms) / end);
  expect_figure(f, "node[1].bus.utilisation", (write_ms + read_ms) / end);
  expect_figure(f, "server_memory.utilisation.mean", 2 * write_ms / end);
  expect_figure(f, "server_memory.queue_depth", write_ms / end);
}

}  // namespace
}  // namespace isochron::testbench
