// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/observe/time_in.h>

namespace isochron {

/// What a sender sees of the link or bus in front of it. One line of cache.
struct StageStatistics {
  TimeIn busy;         ///< its link is transmitting, or its place on the bus is taken
  TimeIn wait_link;    ///< a message is at the head and the link or place is taken (whether or not a buffer is free)
  TimeIn wait_buffer;  ///< a message is at the head and lacks only the next buffer
  std::uint64_t messages = 0;  ///< transfers ended
  std::uint64_t bytes = 0;

  void start_window(Time now) {
    busy.start_window(now);
    wait_link.start_window(now);
    wait_buffer.start_window(now);
    messages = 0;
    bytes = 0;
  }
};

}  // namespace isochron
