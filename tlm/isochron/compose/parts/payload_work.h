// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/compose/neighbours.h>

namespace isochron {

/// A part that says what jobs of tasks make of their payloads.
class PayloadWork {
 public:
  /// Bytes, on the mean, that one of `bytes` has once it is worked on by what is called at the input `port`; `around`
  /// is this part.
  virtual double bytes_after(const PortRef& port, double bytes, const Neighbours& around) const = 0;

 protected:
  ~PayloadWork() = default;
};

}  // namespace isochron
