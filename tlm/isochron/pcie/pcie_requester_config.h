// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// What can be set of a requester on PCI Express. Without any of the times it is tags and sizes alone.
struct PcieRequesterConfig {
  std::uint64_t tags = 32;      ///< read requests that have not been answered
  std::uint64_t mrrs = 512;     ///< maximum read request size, bytes
  std::uint64_t mps = 256;      ///< maximum payload size of writes, bytes
  std::uint64_t writes = 32;    ///< packets that write and have not arrived
  Time own_latency = 0;         ///< of a read, in which it has no tag
  std::uint64_t push_rate = 0;  ///< at which data that were read go on to the device's memory, bit/s; 0: at once
  Time issue = 0;               ///< from a read request to the next
  Time odd_issue = 0;           ///< from the request of an odd transfer to the next request
  Time odd_stall = 0;
  Time split_stall = 0;
  std::uint64_t split_more = 0;             ///< millionths
  std::uint64_t aligned_stall = 1'000'000;  ///< millionths
  std::uint64_t whole_stall = 1'000'000;    ///< millionths
  Time write_overhead = 0;
  Time write_chunk = 0;
  Time turnaround = 0;
  std::uint64_t turnaround_chunks = 1;

  static constexpr std::uint64_t chunk = 128;        ///< bytes
  static constexpr std::uint64_t whole = 1'000'000;  ///< of millionths

  ParameterTable parameters();
};

}  // namespace isochron
