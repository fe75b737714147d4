// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <isochron/protocol/tag.h>

namespace isochron {

/// The class of a message where `classes` >= 1 are told apart, from 0: higher ones are the last.
inline unsigned class_of(const Payload& payload, unsigned classes) {
  return std::min<unsigned>(tag_of(payload).traffic_class, classes - 1);
}

/// What is of the class `traffic_class` within the part or port `path`, for reports: "switch.out[0].class[1]".
inline std::string path_of_class(const std::string& path, unsigned traffic_class) {
  return path + ".class[" + std::to_string(traffic_class) + "]";
}

}  // namespace isochron
