// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/scenario/source_position.h>

namespace isochron {

/// A connection whose ends are still paths.
struct Wire {
  std::string from;
  std::string to;
  SourcePosition from_position;
  SourcePosition to_position;
  SourcePosition position;
};

}  // namespace isochron
