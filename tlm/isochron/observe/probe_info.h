// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/wave_file.h>

namespace isochron {

/// A signal that can be traced, as `isochron waves` lists it.
struct ProbeInfo {
  std::string part;  ///< instance name; levels are divided by dots
  std::string name;  ///< of the signal in the part
  SignalKind kind = SignalKind::number;
  unsigned width = 0;     ///< of a number or of bits; else 0
  bool fraction = false;  ///< a utilisation, to be drawn as a curve
  std::string doc;
  BitRange range{};  ///< of bits

  std::string full_name() const { return part + "." + name; }
};

}  // namespace isochron
