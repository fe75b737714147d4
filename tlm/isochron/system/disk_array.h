// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/storage/block_reader.h>
#include <isochron/system/disk_array_parameters.h>

namespace isochron {

/// A PC whose disks are read at random, blocks of one size after those of another, all disks at the same time; and the
/// straight line that fits best through the time of a block against its size: latency and rate. Source: PS2, section 6,
/// Fig. 9.
class DiskArray final : public MachineSimulation, public BlockReader::Done, private ExtentServer::Directory {
 public:
  using Parameters = DiskArrayParameters;

  /// `parameters` must have no problems and outlive it.
  DiskArray(const DiskArrayParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const DiskArrayParameters& p, DiskArray* model);
  static TypeInfo type_info();

 private:
  static std::vector<MetricRule> metric_rules();
  static std::vector<StatisticInfo> own_metrics();

  std::uint64_t position(std::uint64_t block) const override;
  unsigned disk(std::uint64_t block) const override { return static_cast<unsigned>(block % parameters_.disks); }
  std::uint64_t bytes(std::uint64_t block) const override { return sizes_[block / blocks_of_a_size()]; }

  std::uint64_t blocks_of_a_size() const { return parameters_.blocks * parameters_.disks; }
  std::string left_to_do() const override;
  Time window_end() const override { return ends_.empty() ? 0 : ends_.back(); }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }
  void batch_read(Time now) override;

  const DiskArrayParameters& parameters_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> sizes_;  ///< of blocks, bytes
  std::vector<Time> ends_;            ///< when all blocks of each size were read
  std::vector<std::uint64_t> read_;   ///< blocks of each size that were, not those of failed disks
  std::uint64_t read_before_ = 0;     ///< all of them
  BlockReader* reader_ = nullptr;
};

}  // namespace isochron
