// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/glitches.h>

#include <algorithm>
#include <utility>

namespace isochron {

void Glitches::add(std::uint32_t stream, Time from, Time to) {
  Glitch& last = last_[stream];
  if (last.to == 0) {
    last = {from, to};
  } else if (from <= last.to + apart && last.from <= to + apart) {
    last = {std::min(last.from, from), std::max(last.to, to)};
  } else {
    over_.push_back(last);
    last = {from, to};
  }
}

void Glitches::clear() {
  over_.clear();
  std::fill(last_.begin(), last_.end(), Glitch());
}

template <class Take>
void Glitches::for_each(Take&& take) const {
  for (const Glitch& one : over_) take(one);
  for (const Glitch& one : last_)
    if (one.to > 0) take(one);
}

std::uint64_t Glitches::count() const {
  std::uint64_t count = 0;
  for_each([&count](const Glitch&) { ++count; });
  return count;
}

Time Glitches::longest() const {
  Time longest = 0;
  for_each([&longest](const Glitch& one) { longest = std::max(longest, one.to - one.from); });
  return longest;
}

Time Glitches::first() const {
  Time first = end_of_time;
  for_each([&first](const Glitch& one) { first = std::min(first, one.from); });
  return first == end_of_time ? 0 : first;
}

Time Glitches::last() const {
  Time last = 0;
  for_each([&last](const Glitch& one) { last = std::max(last, one.to); });
  return last;
}

std::uint64_t Glitches::most_at_once() const {
  std::vector<std::pair<Time, int>> changes;
  for_each([&changes](const Glitch& one) {
    changes.emplace_back(one.from, 1);
    changes.emplace_back(one.to, -1);
  });
  std::sort(changes.begin(), changes.end());
  std::int64_t now = 0, most = 0;
  for (const auto& [time, by] : changes) most = std::max(most, now += by);
  return static_cast<std::uint64_t>(most);
}

}  // namespace isochron
