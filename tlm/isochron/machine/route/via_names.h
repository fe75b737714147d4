// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace isochron {

/// The first and the last index in the paths of a route's ends.
inline constexpr std::array<const char*, 4> end_names{"source.node", "source.index", "sink.node", "sink.index"};
/// What `via` is worked out with beside parameters: the first and the last index in the paths of a route's ends, and
/// its way.
inline constexpr std::array<const char*, 5> route_names{"source.node", "source.index", "sink.node", "sink.index",
                                                        "way"};

}  // namespace isochron
