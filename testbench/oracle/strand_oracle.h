// SPDX-License-Identifier: Apache-2.0
#pragma once

// An independent timing model of the multidisk servers of Gennart et al.: plain C++, no SystemC, no code of the
// models. A strand is a list of steps, each of which takes some resources together, keeps them for a time and gives
// some back: an event-ordered evaluation of the max-plus recursion over the servers' resources.

#include <cstdint>
#include <vector>

namespace isochron::oracle {

/// Rates in bytes/s; times in picoseconds, rounded to the nearest once a transfer.
struct StrandConfig {
  bool links = false;  ///< transputer links to a server, instead of a shared bus
  unsigned nodes = 8;
  unsigned disks = 1;  ///< a node
  unsigned server_links = 4;
  bool resamples = false;
  bool held_during_transfers = true;  ///< the processor, from before its read until after its write
  bool freed_after_scsi = false;      ///< the disk
  std::uint64_t bytes = 168960;       ///< a strand
  std::uint64_t bus_packet = 0;       ///< 0: whole strands
  std::uint64_t link_packet = 0;      ///< 0: whole strands
  std::uint64_t latency_ps = 10'000'000'000;
  std::uint64_t medium = 4'000'000;
  std::uint64_t scsi = 18'400'000;
  std::uint64_t io_write = 38'900'000;
  std::uint64_t processor_read = 100'000'000;
  std::uint64_t processor_write = 60'000'000;
  std::uint64_t compute = 7'500'000;
  std::uint64_t compressor = 7'500'000;
  std::uint64_t link = 8'000'000;
  std::uint64_t server_memory = 38'900'000;
};

/// When strand i, asked for at `asked[i]` (not decreasing), is delivered. Throws std::runtime_error when one never is.
std::vector<std::uint64_t> deliveries(const StrandConfig& config, const std::vector<std::uint64_t>& asked);

}  // namespace isochron::oracle
