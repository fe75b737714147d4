// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/system/seachange_parameters.h>

namespace isochron::testbench {

/// What differs from the defaults, in YAML with a unit that scenarios understand, a parameter a line, to run again by
/// hand.
std::string as_text(const SeachangeParameters& parameters);

}  // namespace isochron::testbench
