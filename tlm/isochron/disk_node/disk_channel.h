// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// The disks behind a disk-node interface, as its implementations see them. A command's blocks come into the channel's
/// own buffer; from there they go to the interface as fast as it takes them.
class DiskChannel {
 public:
  struct Command {
    std::uint64_t number = 0;  ///< of all commands, from 1
    unsigned disk = 0;
    std::uint64_t block = 0;
    unsigned blocks = 0;
  };

  /// A read, at the kernel's time. Its end is told with DiskNodeModule::arrived().
  virtual void begin(const Command& command, Time now) = 0;
  /// What stands in a block of a disk: DiskNodeModule::block_bytes.
  virtual void read(unsigned disk, std::uint64_t block, std::uint8_t* data) const = 0;

 protected:
  ~DiskChannel() = default;
};

}  // namespace isochron
