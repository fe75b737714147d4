// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// What can be set of a root complex.
struct RootComplexConfig {
  /// Where the data lie that are read.
  enum class Data { cache, memory };

  std::uint64_t ports = 1;
  Time latency = 300 * nanosecond;  ///< of data in the last-level cache
  Time memory_latency = 53 * nanosecond;
  Time remote_latency = 0;
  Time jitter = 0;
  Data data = Data::cache;
  std::uint64_t llc = std::uint64_t{25} << 20;  ///< bytes
  std::uint64_t boundary = 64;                  ///< bytes
  std::uint64_t mps = 256;                      ///< bytes
  CompletionMerge merge = CompletionMerge::three;
  std::uint64_t write_rate = 0;    ///< bit/s; 0: any
  std::uint64_t bus_accesses = 8;  ///< of bus masters, under way at once
  ReceiveBuffers buffers{};        ///< of each port; a write is there until it has been taken

  ParameterTable parameters();
  bool is_cached(std::uint64_t address) const { return data == Data::cache && address < llc; }
  /// From the arrival of a read request to its first completion, in the mean, of data at `address`.
  Time read_latency(std::uint64_t address) const {
    return latency + remote_latency + (is_cached(address) ? 0 : memory_latency);
  }
};

}  // namespace isochron
