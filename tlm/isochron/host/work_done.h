// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

/// Hears that a part has done what it does of its own accord: that a processor has run its program.
class WorkDone {
 public:
  virtual void work_done(Time now) = 0;

 protected:
  ~WorkDone() = default;
};

}  // namespace isochron
