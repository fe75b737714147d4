// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// Everything in front of an output port towards a link, where it is computed instead of simulated (Region::Fold).
class FoldedSource {
 public:
  /// Puts all messages into the port that arrive in it up to `now`.
  virtual void fill(Time now) = 0;

 protected:
  ~FoldedSource() = default;
};

}  // namespace isochron
