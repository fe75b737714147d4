// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/bus/address_map.h>

namespace isochron {
namespace {

constexpr std::uint64_t last_address = ~std::uint64_t{0};

struct Window {
  std::uint64_t first;
  std::uint64_t last;
};

// Against brute force over every byte of a small address space.
RC_GTEST_PROP(AddressMap, decodesAsBruteForceDoes, ()) {
  constexpr std::uint64_t space = 64;
  AddressMap map;
  std::vector<int> owner(space + 20, -1);
  const int windows = *rc::gen::inRange(0, 12);
  for (int i = 0; i < windows; ++i) {
    const auto first = *rc::gen::inRange<std::uint64_t>(0, space);
    const auto last = *rc::gen::inRange<std::uint64_t>(0, space);
    bool fits = first <= last;
    for (std::uint64_t a = first; a <= last; ++a) fits = fits && owner[a] < 0;
    if (!fits) {
      RC_ASSERT_THROWS_AS(map.add(first, last, static_cast<unsigned>(i)), std::invalid_argument);
      continue;
    }
    map.add(first, last, static_cast<unsigned>(i));
    for (std::uint64_t a = first; a <= last; ++a) owner[a] = i;
  }
  // What is changed later belongs to the last window that it was given to.
  const int changes = *rc::gen::inRange(0, 6);
  for (int i = 0; i < changes; ++i) {
    const auto first = *rc::gen::inRange<std::uint64_t>(0, space);
    const auto last = *rc::gen::inRange<std::uint64_t>(first, space);
    const int window = *rc::gen::inRange(0, 12);
    map.change(first, last, static_cast<unsigned>(window));
    for (std::uint64_t a = first; a <= last; ++a) owner[a] = window;
  }
  for (std::uint64_t address = 0; address < space; ++address)
    for (std::uint64_t bytes = 0; bytes < 20; ++bytes) {
      int expected = owner[address];
      for (std::uint64_t a = address; a < address + bytes; ++a)
        if (owner[a] != expected) expected = -1;
      const auto found = map.decode(address, bytes);
      RC_ASSERT(found.has_value() == (expected >= 0));
      if (found) RC_ASSERT(static_cast<int>(*found) == expected);
    }
}

// The end of the address space: first + bytes must not wrap around into another window.
TEST(AddressMap, reachesTheLastAddress) {
  AddressMap map;
  map.add(last_address - 15, last_address, 3);
  map.add(0, 15, 4);
  EXPECT_EQ(map.decode(last_address, 1), 3u);
  EXPECT_EQ(map.decode(last_address - 15, 16), 3u);
  EXPECT_EQ(map.decode(last_address, 2), std::nullopt);
  EXPECT_EQ(map.decode(last_address - 7, 16), std::nullopt);
  EXPECT_EQ(map.decode(0, last_address), std::nullopt);
}

TEST(AddressMap, saysWhichWindowsOverlap) {
  AddressMap map;
  map.add(0, 99, 3);
  try {
    map.add(99, 200, 5);
    FAIL() << "an overlap was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "address map: windows 3 and 5 overlap");
  }
}

}  // namespace
}  // namespace isochron
