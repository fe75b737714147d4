// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Marks the ends of a connection that know the region and expect to be called ahead of the kernel's time.
class RegionMember {
 public:
  virtual ~RegionMember() = default;
};

}  // namespace isochron
