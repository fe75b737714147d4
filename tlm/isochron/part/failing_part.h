// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/part/port_ref.h>

namespace isochron {

/// A part that lets others fail which it calls: faults strike these at it.
class FailingPart {
 public:
  /// Where faults strike the part that it calls at `port`, below its own path; empty: nowhere.
  virtual std::string failure_place(const PortRef& port) const = 0;

 protected:
  ~FailingPart() = default;
};

}  // namespace isochron
