// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/host/work_done.h>
#include <isochron/observe/replication_record.h>
#include <isochron/observe/type_registry.h>
#include <isochron/software/ps2/block_reader.h>
#include <isochron/software/ps2/extent_server.h>

namespace isochron {

/// Blocks that are read at random from all disks of a PC at the same time, those of one size after those of another;
/// and the straight line that fits best through the time of a block against its size: latency and rate. Source: PS2,
/// section 6, Fig. 9.
class BlockTimes final : public BlockReader::Done, public ExtentServer::Directory {
 public:
  struct Config {
    std::uint64_t least = 8'192;             ///< bytes of the smallest block
    std::uint64_t most = 262'144;            ///< of the largest; the sizes between are doubled
    std::uint64_t blocks = 100;              ///< of each size, from each disk
    std::uint64_t disks = 9;                 ///< that the blocks are on
    std::uint64_t begin = 0;                 ///< position of the first byte that may be read, on each disk
    std::uint64_t capacity = 1'080'000'000;  ///< position behind the last one

    /// Bytes of a block of each size.
    std::vector<std::uint64_t> sizes() const;
    std::uint64_t blocks_of_a_size() const { return blocks * disks; }
  };

  /// `seed`: of positions. `done` hears of the end, and must outlive it.
  BlockTimes(const Config& config, std::uint64_t seed, WorkDone& done);

  std::uint64_t position(std::uint64_t block) const override;
  unsigned disk(std::uint64_t block) const override { return static_cast<unsigned>(block % config_.disks); }
  std::uint64_t bytes(std::uint64_t block) const override { return sizes_[block / config_.blocks_of_a_size()]; }

  void batch_read(std::uint64_t read, Time now) override;

  /// What add_to() has.
  static std::vector<StatisticInfo> figures();
  /// Once all is read.
  void add_to(ReplicationRecord& record) const;

 private:
  Config config_;
  std::vector<std::uint64_t> sizes_;
  std::uint64_t seed_;
  WorkDone& done_;
  std::vector<Time> ends_;           ///< when all blocks of each size were read
  std::vector<std::uint64_t> read_;  ///< blocks of each size that were, not those of failed disks
};

}  // namespace isochron
