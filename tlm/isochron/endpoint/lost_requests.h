// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of requests that their requesters have given up.
class LostRequests {
 public:
  static constexpr std::uint32_t no_fault = ~std::uint32_t{0};

  /// `fault`: number of the one that destroyed a message of the request last; no_fault: none did, and no answer came in
  /// time.
  virtual void request_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) = 0;

 protected:
  ~LostRequests() = default;
};

}  // namespace isochron
