// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/block_deadlines.h>

#include <algorithm>

namespace isochron {

BlockDeadlines::BlockDeadlines(std::uint64_t count, std::uint64_t bits_per_second, Time buffer)
    : rate_(Rate::bits_per_second(bits_per_second)), buffer_(buffer), underruns_(count, false), glitches_(count) {}

void BlockDeadlines::arrives(const Tag& tag, Time now) {
  if (now <= due(tag)) return;
  ++late_;
  underruns_[tag.stream] = true;
  glitches_.add(tag.stream, due(tag), now);
}

void BlockDeadlines::misses(const Tag& tag, std::uint64_t bytes) {
  ++lost_;
  underruns_[tag.stream] = true;
  glitches_.add(tag.stream, due(tag), due(tag) + std::max<Time>(1, rate_.time_of(bytes)));
}

void BlockDeadlines::clear() {
  late_ = lost_ = 0;
  glitches_.clear();
  std::fill(underruns_.begin(), underruns_.end(), false);
}

std::uint64_t BlockDeadlines::with_underrun() const {
  return static_cast<std::uint64_t>(std::count(underruns_.begin(), underruns_.end(), true));
}

}  // namespace isochron
