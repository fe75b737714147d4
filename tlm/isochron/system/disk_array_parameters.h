// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/system/machine_parameters.h>
#include <isochron/system/storage_pc.h>

namespace isochron {

/// Parameters of the measurement of PS2's section 6, Fig. 9: blocks at random over whole disks of one PC, of a size
/// after the other.
struct DiskArrayParameters : MachineParameters {
  std::uint64_t disks = 9;
  StorageParameters storage;
  std::uint64_t block_least = 8ull * 1024;   ///< bytes
  std::uint64_t block_most = 256ull * 1024;  ///< bytes; least, doubled a number of times
  std::uint64_t blocks = 100;                ///< of a size, on each disk
  std::uint64_t processors = 1;
  std::uint64_t disk_interface = 185'400 * nanosecond;
  MemoryBus::Config memory_bus;

  static constexpr const char* driver = "throughput";

  ParameterTable table();
  std::vector<std::uint64_t> block_sizes() const;

  std::vector<ResourceBound> bounds() const;
  std::optional<std::uint64_t> completes_in() const;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

 private:
  std::vector<ParameterProblem> own_problems() const;
  std::vector<ResourceBound> bounds_with(std::uint64_t block) const;
};

}  // namespace isochron
