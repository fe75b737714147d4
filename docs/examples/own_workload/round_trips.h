// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <isochron/machine/language/machine_file.h>

/// A line of the section `round_trips`: a payload is handed to a part, and again whenever it comes back.
struct RoundTripDeclaration {
  std::string name;
  isochron::SourcePosition position;
  isochron::PathTemplate at;
  isochron::Expression bytes;
};

/// The same with the values of parameters.
struct RoundTrip {
  std::string name;
  std::size_t part = 0;
  std::uint64_t bytes = 0;
};
