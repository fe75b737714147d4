// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <isochron/machine/elaborate/master_settings.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// A connection whose ends are still paths.
struct Wire {
  std::string from;
  std::string to;
  SourcePosition from_position;
  SourcePosition to_position;
  SourcePosition position;
  std::shared_ptr<const MasterSettings> master = {};  ///< what is said of `from` on the bus `to`; or none
  bool both_ways = false;                             ///< it joins peers
};

}  // namespace isochron
