// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// A request of a RAID controller.
struct Io {
  std::uint64_t block = 0;   ///< its number at its controller
  std::uint64_t issued = 0;  ///< ps
  std::uint64_t ready = 0;   ///< ps, when its data was there
  /// Units to be rebuilt are read in parts: 0 for data as stored, else 1 + the number of the lost unit.
  std::uint64_t lost_unit = 0;
};

/// Where a message goes.
struct Destination {
  std::uint32_t endpoint = 0;
  std::uint32_t stream = 0;
};

/// Decides where a controller's messages go. One object a controller, called in the order in which messages leave it.
class DestinationPolicy {
 public:
  virtual ~DestinationPolicy() = default;
  /// `index`: the message's number in its I/O; `before`: where the one before it went, if it is not the first.
  virtual Destination next(const Io& io, std::uint32_t index, const Destination& before) = 0;
};

}  // namespace isochron
