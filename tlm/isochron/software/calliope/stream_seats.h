// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/software/calliope/stream_files.h>

namespace isochron {

/// The disks of a storage unit, as its central process has them: seats in their duty cycle, and places of files.
struct StreamSeats {
  StreamSeats(const StreamFiles::Config& places, bool on_one_disk)
      : files(places), disks(places.disks), block(places.block), single(on_one_disk) {}

  DutyCycle* cycle = nullptr;
  StreamFiles files;
  std::uint64_t disks;
  std::uint64_t block;  ///< bytes
  bool single;          ///< each file is on one disk
};

/// A part that reads blocks from disks.
class BlockReading {
 public:
  /// Bytes of the largest payload that comes from them.
  virtual std::uint64_t largest_chunk() const = 0;

 protected:
  ~BlockReading() = default;
};

}  // namespace isochron
