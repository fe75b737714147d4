// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/part/port_ref.h>

namespace isochron {

/// What a part is that works on memories by outputs of its own, beside the work that jobs give it.
class MasterPart {
 public:
  /// Outputs, whether they are joined or not. The plan has the addresses behind those that are.
  virtual std::vector<PortRef> works_by() const = 0;

 protected:
  ~MasterPart() = default;
};

}  // namespace isochron
