// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// What is stored on a disk: its bytes by their position, from 0. Whoever runs with real data gives one to the disk.
class Medium {
 public:
  virtual ~Medium() = default;
  /// Copies `bytes` from `position` on to `to`.
  virtual void read(std::uint64_t position, std::uint64_t bytes, unsigned char* to) const = 0;
};

}  // namespace isochron
