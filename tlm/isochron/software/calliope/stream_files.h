// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/software/calliope/duty_cycle.h>

namespace isochron {

/// Where the blocks are that a storage unit's streams read or write: from a place of a file on, one block after
/// another on its disk or, striped, from disk to disk. A file that comes to the end of the disk goes on at its
/// beginning. Where files lie is drawn from the seed. Source: Calliope, section 2.3.3.
class StreamFiles final : public DutyCycle::Directory {
 public:
  struct Config {
    std::uint64_t streams = 1;
    std::uint64_t disks = 1;
    std::uint64_t capacity = 2'000'000'000;  ///< of a disk, bytes
    std::uint64_t block = 256ull * 1024;     ///< bytes
    bool striped = false;                    ///< else every disk has a copy of each file
    std::uint64_t seed = 1;
  };

  explicit StreamFiles(const Config& config) : config_(config), places_(config.streams) {}

  /// The disk of a file's block, where it is striped.
  unsigned disk_of(std::uint64_t file, std::uint64_t block) const {
    return static_cast<unsigned>((file + block) % config_.disks);
  }
  bool striped() const { return config_.striped; }
  /// For `streams` streams, numbered from 0.
  void make_room(std::uint64_t streams) { places_.resize(streams); }
  /// `stream` goes through `file` from `block` on; block 0 of its buffers is that one. `disk`: of its copy.
  void set(std::uint32_t stream, std::uint64_t file, std::uint64_t block, unsigned disk);

  DutyCycle::Place place(const Tag& tag) const override;

 private:
  struct Beginning {
    std::uint64_t file = 0;
    std::uint64_t block = 0;
    std::uint64_t first = 0;  ///< block of the disk that the file begins at
    unsigned disk = 0;
  };

  std::uint64_t blocks_of_a_disk() const { return config_.capacity / config_.block; }

  Config config_;
  std::vector<Beginning> places_;
};

}  // namespace isochron
