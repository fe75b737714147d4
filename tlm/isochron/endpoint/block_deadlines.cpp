// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/block_deadlines.h>

#include <algorithm>

namespace isochron {

BlockDeadlines::BlockDeadlines(std::uint64_t count, std::uint64_t bits_per_second, Time buffer)
    : rate_(Rate::bits_per_second(bits_per_second)), buffer_(buffer), underruns_(count, false) {}

void BlockDeadlines::arrives(const Tag& tag, Time now) {
  const Time due = tag.issued + buffer_ + tag.offset * rate_.numerator() / rate_.denominator();
  if (now <= due) return;
  ++late_;
  underruns_[tag.stream] = true;
}

void BlockDeadlines::clear() {
  late_ = 0;
  std::fill(underruns_.begin(), underruns_.end(), false);
}

std::uint64_t BlockDeadlines::with_underrun() const {
  return static_cast<std::uint64_t>(std::count(underruns_.begin(), underruns_.end(), true));
}

}  // namespace isochron
