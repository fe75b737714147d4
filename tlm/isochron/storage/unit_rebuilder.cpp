// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/unit_rebuilder.h>

namespace isochron {

bool UnitRebuilder::arrives(std::uint64_t unit, unsigned lane, std::uint64_t offset) {
  if (parts_ == 1) return true;
  const std::uint64_t key = (unit * 16 + lane) << 30 | offset;
  unsigned& arrived = arrived_[key];
  if (++arrived < parts_) return false;
  arrived_.erase(key);
  return true;
}

}  // namespace isochron
