// SPDX-License-Identifier: Apache-2.0
#pragma once

// An independent timing model of the multidisk servers of Gennart et al.: plain C++, no SystemC, no code of the
// models. A strand goes through stages; a stage is one or several flows side by side, each a list of steps; a step
// takes some resources together, keeps them for a time and gives some back: an event-ordered evaluation of the max-plus
// recursion over the servers' resources.

#include <cstdint>
#include <vector>

namespace isochron::oracle {

/// Rates in bytes/s; times in picoseconds, rounded to the nearest once a transfer.
struct StrandConfig {
  enum class Machine { shared_bus, links, subsystems };
  enum class Work { read, resample, network, read_and_resample };

  Machine machine = Machine::shared_bus;
  Work work = Work::read;
  bool halves_of_all_disks = false;  ///< read_and_resample: the first half of all disks is read
  unsigned nodes = 8;
  unsigned disks = 1;  ///< a node
  unsigned server_links = 4;
  bool held_during_transfers = true;  ///< the processor, from before its read until after its write
  bool freed_after_scsi = false;      ///< the disk
  bool disks_on_shared_bus = true;    ///< subsystems
  std::uint64_t bytes = 168960;       ///< a strand
  unsigned requests = 1;              ///< to the disk, for a strand
  std::uint64_t bus_packet = 0;       ///< 0: whole strands
  std::uint64_t link_packet = 0;      ///< 0: whole strands
  std::uint64_t latency_ps = 10'000'000'000;
  /// Of request r of strand i at i x requests + r, instead of latency_ps, where they differ.
  std::vector<std::uint64_t> latencies_ps;
  std::uint64_t medium = 4'000'000;
  std::uint64_t scsi = 18'400'000;
  std::uint64_t io_write = 38'900'000;
  std::uint64_t processor_read = 100'000'000;
  std::uint64_t processor_write = 60'000'000;
  std::uint64_t processor_copy = 40'000'000;
  std::uint64_t compute = 7'500'000;
  std::uint64_t compressor = 7'500'000;
  std::uint64_t link = 8'000'000;
  std::uint64_t server_memory = 38'900'000;
  std::uint64_t mover = 160'000'000;
  std::uint64_t burst = 0;  ///< of a mover; 0: whole strands, and no mover is held
  unsigned outstanding = 2;
  std::uint64_t setup_ps = 0;  ///< of a mover that moves in bursts
};

/// When strand i, asked for at `asked[i]` (not decreasing), is delivered. With read_and_resample the strands of both
/// kinds are numbered in the order in which they are asked for. Throws std::runtime_error when one never is.
std::vector<std::uint64_t> deliveries(const StrandConfig& config, const std::vector<std::uint64_t>& asked);

/// The disk, counted over all nodes, that strand i is on.
unsigned disk_of(const StrandConfig& config, std::uint64_t strand);

}  // namespace isochron::oracle
