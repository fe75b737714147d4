// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/part/hand_over_part.h>

namespace isochron {

/// A part that says what jobs of tasks make of their payloads.
class PayloadWork {
 public:
  /// `payloads` are worked on by what is called at the input `port`; `around` is this part.
  virtual void work_on(Payloads& payloads, const PortRef& port, const Connections& around) const = 0;

 protected:
  ~PayloadWork() = default;
};

}  // namespace isochron
