// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/rate.h>
#include <isochron/endpoint/glitches.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// The viewers of constant-bit-rate streams. Playing a block begins one client buffer after it was asked for, so byte b
/// is due at issue + buffer + b / rate; a message that comes later is an underrun of its stream.
class BlockDeadlines {
 public:
  /// `count` streams of `bits_per_second` each, `buffer` picoseconds of playing time ahead.
  BlockDeadlines(std::uint64_t count, std::uint64_t bits_per_second, Time buffer);

  void arrives(const Tag& tag, Time now);
  /// `bytes` of a stream from the message on never come.
  void misses(const Tag& tag, std::uint64_t bytes);
  void clear();

  std::uint64_t count() const { return underruns_.size(); }
  /// Streams with one message or more in this window that was late or never came.
  std::uint64_t with_underrun() const;
  std::uint64_t late_messages() const { return late_; }
  std::uint64_t lost_messages() const { return lost_; }
  const Glitches& glitches() const { return glitches_; }

  /// When a message is to be played.
  Time due(const Tag& tag) const { return tag.issued + buffer_ + tag.offset * rate_.numerator() / rate_.denominator(); }

 private:
  Rate rate_;
  Time buffer_;
  std::vector<bool> underruns_;
  std::uint64_t late_ = 0;
  std::uint64_t lost_ = 0;
  Glitches glitches_;
};

}  // namespace isochron
