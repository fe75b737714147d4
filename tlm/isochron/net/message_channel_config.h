// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Where the messages of a MessageChannel go, and what they wait for.
struct MessageChannelConfig {
  enum class Routing {
    by_lane,        ///< what comes in at in[i] leaves at out[i]
    by_destination  ///< what comes in leaves at the outlet that is its tag's destination
  };

  Routing routing = Routing::by_lane;
  bool independent = false;  ///< each outlet has a medium of its own; false: one medium for all
  std::uint64_t queue = 0;   ///< messages that wait for a medium at most, beside the one on it; 0: any number
};

}  // namespace isochron
