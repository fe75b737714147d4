// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <isochron/observe/level_over_time.h>

namespace isochron {

/// When a message came to a stage of a folded chain, a port and the link or bus behind it, and when it went on.
struct Passage {
  Time arrives = 0;
  Time heads = 0;   ///< it is the first in the port
  Time lacks = 0;   ///< the link or bus is free for it too: it lacks only the next buffer
  Time starts = 0;  ///< on the link or bus
  Time ends = 0;    ///< its last byte is across
};

/// What StageStatistics and LevelOverTime would have counted of passages.
struct FoldedTotals {
  Time busy = 0;
  Time wait_link = 0;
  Time wait_buffer = 0;
  LevelOverTime::Integral depth = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;

  /// Adds a passage that has ended.
  void add(const Passage& one, std::uint64_t size) {
    busy += one.ends - one.starts;
    wait_link += one.lacks - one.heads;
    wait_buffer += one.starts - one.lacks;
    depth += one.starts - one.arrives;
    ++messages;
    bytes += size;
  }
  /// Adds what of a passage happens up to `now`.
  void add_until(Time now, const Passage& one, std::uint64_t size) {
    busy += part(one.starts, one.ends, now);
    wait_link += part(one.heads, one.lacks, now);
    wait_buffer += part(one.lacks, one.starts, now);
    depth += part(one.arrives, one.starts, now);
    messages += one.ends <= now ? 1 : 0;
    bytes += one.starts <= now ? size : 0;
  }
  /// Takes away what `other` has.
  void subtract(const FoldedTotals& other) {
    busy -= other.busy;
    wait_link -= other.wait_link;
    wait_buffer -= other.wait_buffer;
    depth -= other.depth;
    messages -= other.messages;
    bytes -= other.bytes;
  }

 private:
  static Time part(Time from, Time to, Time now) {
    to = std::min(to, now);
    return to > from ? to - from : 0;
  }
};

}  // namespace isochron
