// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/unit_rebuilder.h>

namespace isochron {

bool UnitRebuilder::arrives(const Tag& tag) {
  if (parts_ == 1) return true;
  const std::uint64_t key = (tag.lost_unit * 16 + tag.source_lane) << 30 | tag.offset;
  unsigned& arrived = arrived_[key];
  if (++arrived < parts_) return false;
  arrived_.erase(key);
  return true;
}

}  // namespace isochron
