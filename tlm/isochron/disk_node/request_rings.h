// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <isochron/disk_node/disk_node_driver.h>
#include <isochron/dma/block_mover/memory_access.h>

namespace isochron::disk_node {

using block_mover::MemoryAccess;

/// Both rings of a disk-node interface: requests go in while others are carried out, completions come in the order in
/// which the requests end.
class RequestRings {
 public:
  struct Layout {
    std::uint64_t requests = 0;     ///< address of the ring, a multiple of 64
    std::uint64_t completions = 0;  ///< likewise
    unsigned requests_log2 = 6;     ///< entries, as a power of two: 1 to 15
    unsigned completions_log2 = 6;
  };

  /// Sets up both rings, of which nothing may be under way, and starts them.
  RequestRings(DiskNodeDriver& driver, MemoryAccess& memory, const Layout& layout);

  /// False when the ring is full.
  bool push(const Request& request);
  /// The next completion, if there is one.
  std::optional<Completion> take();

 private:
  DiskNodeDriver& driver_;
  MemoryAccess& memory_;
  Layout layout_;
  std::uint32_t tail_ = 0;
  std::uint32_t head_ = 0;
  bool phase_ = true;
};

}  // namespace isochron::disk_node
