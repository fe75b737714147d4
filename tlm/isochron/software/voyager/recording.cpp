// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/recording.h>

#include <stdexcept>

namespace isochron {

bool Recording::gather(std::uint64_t bytes) {
  if (bytes > free_) return false;
  free_ -= bytes;
  gathered_ += bytes;
  return true;
}

std::optional<std::uint64_t> Recording::write() {
  if (gathered_ / block_ == asked_) return std::nullopt;
  return asked_++;
}

void Recording::written() {
  if (under_way() == 0) throw std::logic_error("a block is written that was not to be");
  ++written_;
  free_ += block_;
}

}  // namespace isochron
