// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// A memory that says when an access is over, and holds no data.
class TimedMemory {
 public:
  enum class Access { read, write };

  /// The time at which the `bytes` >= 1 bytes at `address` have been read or written, not before `now`. Address plus
  /// bytes is below 2^64. No call may have an earlier `now` than the call before it; calls of one instant are served in
  /// their order.
  virtual Time done(std::uint64_t address, std::uint64_t bytes, Access access, Time now) = 0;

 protected:
  ~TimedMemory() = default;
};

}  // namespace isochron
