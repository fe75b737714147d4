// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Where the blocks of files are that are striped over the disks of several nodes: the next block of a file is on the
/// next node, and each time that all nodes have had one, on the next disk of each. File f begins on node f mod nodes
/// and disk (f / nodes) mod disks there. Source: Voyager, sections 3.2 and 5.3 (striped over one, two or three nodes);
/// the order is our own.
///
/// Files have no end. Each has the same share of every disk, in which its blocks follow each other; when the share is
/// full it goes on at its beginning. So
///  - of nodes * disks consecutive blocks of a file each disk has one;
///  - blocks of two files never overlap;
///  - two blocks of one file are in the same place just if their numbers are a multiple of period() apart.
class StripedFile {
 public:
  struct Config {
    std::uint64_t nodes = 3;                 ///< that files are striped over, 1 or more
    std::uint64_t disks = 1;                 ///< of each that have part in it, 1 or more
    std::uint64_t disks_of_node = 9;         ///< that a node has, at least `disks`: disks are numbered through, by node
    std::uint64_t files = 1;                 ///< 1 or more
    std::uint64_t block = 64ull * 1024;      ///< bytes, 1 or more
    std::uint64_t capacity = 2'000'000'000;  ///< of a disk, bytes: a block of each file or more

    /// Over what files are striped; the rest is a machine's to say.
    ParameterTable parameters();
  };
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t disk = 0;      ///< number in the machine: node * disks_of_node and its number there
    std::uint64_t position = 0;  ///< on the disk, bytes
  };

  /// Throws ModelError if a file's share of a disk has not room for a block, or disks are missing.
  explicit StripedFile(const Config& config);

  /// Of any block of a file < files.
  Place place(std::uint64_t file, std::uint64_t block) const;
  /// Blocks after which a file is back in the same place.
  std::uint64_t period() const { return blocks_of_share_ * config_.disks * config_.nodes; }
  const Config& config() const { return config_; }

 private:
  Config config_;
  std::uint64_t blocks_of_share_ = 0;  ///< that a file has on a disk
};

}  // namespace isochron
