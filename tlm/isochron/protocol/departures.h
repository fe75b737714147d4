// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of every message that leaves its source.
class Departures {
 public:
  virtual void departs(const Tag& tag) = 0;

 protected:
  ~Departures() = default;
};

}  // namespace isochron
