// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of every message of a machine that a fault has destroyed.
class WorkLosses {
 public:
  /// Returns whether its bytes never arrive. False: it is of a request, whose requester asks again, or gives up later.
  /// `fault`: its number, or LostRequests::no_fault where it is not known.
  virtual bool message_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) = 0;

 protected:
  ~WorkLosses() = default;
};

}  // namespace isochron
