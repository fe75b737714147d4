// SPDX-License-Identifier: Apache-2.0
// The buffers of a stream that is recorded, against buffers that are filled byte by byte.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/voyager/recording.h>

namespace isochron {
namespace {

/// Buffers with the bytes that are in each; one goes away when it is full, and comes back empty.
class FilledByteByByte {
 public:
  FilledByteByByte(std::uint64_t block, std::uint64_t buffers) : block_(block), fills_(buffers, 0) {}

  bool gather(std::uint64_t bytes) {
    const std::vector<std::uint64_t> before = fills_;
    for (std::uint64_t i = 0; i < bytes; ++i) {
      // The one that is begun, else an empty one.
      auto place = std::find_if(fills_.begin(), fills_.end(), [&](auto fill) { return fill > 0 && fill < block_; });
      if (place == fills_.end()) place = std::find(fills_.begin(), fills_.end(), 0u);
      if (place == fills_.end()) {
        fills_ = before;
        return false;
      }
      ++*place;
    }
    return true;
  }
  std::uint64_t full() const { return static_cast<std::uint64_t>(std::count(fills_.begin(), fills_.end(), block_)); }
  void written() { *std::find(fills_.begin(), fills_.end(), block_) = 0; }

 private:
  std::uint64_t block_;
  std::vector<std::uint64_t> fills_;
};

RC_GTEST_PROP(Recording, agreesByteByByte, ()) {
  const auto block = *rc::gen::inRange<std::uint64_t>(1, 20);
  const auto buffers = *rc::gen::inRange<std::uint64_t>(1, 6);
  const auto haste = *rc::gen::inRange(1, 6);
  Recording recording(block, buffers);
  FilledByteByByte expected(block, buffers);
  std::uint64_t next = 0;
  std::uint64_t bytes = 0;
  const auto steps = *rc::gen::inRange(0, 200);
  for (int i = 0; i < steps; ++i) {
    if (recording.under_way() > 0 && *rc::gen::inRange(0, haste) == 0) {
      recording.written();
      expected.written();
    } else {
      const auto packet = *rc::gen::inRange<std::uint64_t>(1, 2 * block + 1);
      const bool room = recording.gather(packet);
      RC_ASSERT(room == expected.gather(packet));
      if (room) bytes += packet;
    }
    while (const auto full = recording.write()) RC_ASSERT(*full == next++);
    RC_ASSERT(recording.under_way() == expected.full());
    RC_ASSERT(recording.bytes() == bytes);
    RC_ASSERT(next == bytes / block);
  }
}

TEST(RecordingBuffers, refuseWhatWasNotToBeWritten) {
  Recording recording(10, 2);
  recording.gather(10);
  EXPECT_THROW(recording.written(), std::logic_error);
  EXPECT_EQ(recording.write(), 0u);
  recording.written();
  EXPECT_THROW(recording.written(), std::logic_error);
}

}  // namespace
}  // namespace isochron
