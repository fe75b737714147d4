// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/unit_rebuilder.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace isochron {
namespace {

// Parts of several units, lanes and offsets, in any order: each message's worth is rebuilt once, by its last part.
RC_GTEST_PROP(UnitRebuilder, rebuildsWithTheLastPart, ()) {
  const auto parts = *rc::gen::inRange(1u, 7u);
  struct Key {
    std::uint64_t unit;
    std::uint16_t lane;
    std::uint64_t offset;
  };
  std::vector<Key> keys;
  for (std::uint64_t unit = 1; unit <= 3; ++unit)
    for (std::uint16_t lane = 0; lane < 3; ++lane)
      for (const std::uint64_t offset : {0u, 1024u, 131'071u, (1u << 30) - 1}) keys.push_back({unit, lane, offset});
  std::vector<std::size_t> arrivals;
  for (std::size_t k = 0; k < keys.size(); ++k) arrivals.insert(arrivals.end(), parts, k);
  for (std::size_t i = arrivals.size() - 1; i > 0; --i)
    std::swap(arrivals[i], arrivals[*rc::gen::inRange<std::size_t>(0, i + 1)]);

  UnitRebuilder rebuilder(parts);
  std::vector<unsigned> arrived(keys.size(), 0);
  for (const std::size_t k : arrivals) {
    const Key& key = keys[k];
    RC_ASSERT(rebuilder.arrives(key.unit, key.lane, key.offset) == (++arrived[k] == parts));
    const auto partial = std::count_if(arrived.begin(), arrived.end(), [&](unsigned n) { return n > 0 && n < parts; });
    RC_ASSERT(rebuilder.waiting() == static_cast<std::size_t>(partial));
  }
  RC_ASSERT(rebuilder.waiting() == 0u);
}

}  // namespace
}  // namespace isochron
