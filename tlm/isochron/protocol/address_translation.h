// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// A part that translates the addresses of devices, such as an IOMMU.
class AddressTranslation {
 public:
  /// The time at which the `bytes` >= 1 bytes at `address` are translated, not before `now`. No call may have an
  /// earlier `now` than the call before it; calls of one instant are served in their order.
  virtual Time translated(std::uint64_t address, std::uint64_t bytes, Time now) = 0;

 protected:
  ~AddressTranslation() = default;
};

}  // namespace isochron
