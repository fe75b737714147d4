// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// A part that keeps statistics over a window. Integers only: figures are derived at collection.
class Measured {
 public:
  /// Forgets what was counted; what is going on goes on.
  virtual void start_window(Time now) = 0;

 protected:
  ~Measured() = default;
};

}  // namespace isochron
