// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of every message that a fault has destroyed: it never arrives.
class Losses {
 public:
  virtual void lost(const Tag& tag, std::uint64_t bytes, Time now) = 0;

 protected:
  ~Losses() = default;
};

}  // namespace isochron
