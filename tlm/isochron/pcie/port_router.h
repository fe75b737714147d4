// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// Which port of a PCI Express switch a packet leaves by. A plain decision, no module.
class PortRouter {
 public:
  /// The number of a port. Throws ModelError where there is none.
  virtual unsigned port_of(const Payload& packet) const = 0;

 protected:
  ~PortRouter() = default;
};

}  // namespace isochron
