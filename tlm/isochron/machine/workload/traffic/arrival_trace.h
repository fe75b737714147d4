// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isochron/core/time.h>

namespace isochron {

/// What a CSV file says that sources ask for, in order of time.
struct ArrivalTrace {
  struct Line {
    Time at = 0;  ///< ps
    std::uint64_t bytes = 0;
    std::uint32_t source = 0;  ///< or stream
    std::uint32_t sink = 0;
    std::uint32_t line = 0;  ///< of the file, from 1
    std::uint16_t source_column = 0;
    std::uint16_t sink_column = 0;
  };

  std::string file;
  bool has_streams = false;  ///< its second column numbers streams: sources have them in turn
  bool has_sinks = false;
  std::vector<Line> lines;
};

}  // namespace isochron
