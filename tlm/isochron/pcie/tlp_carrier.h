// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/pcie/tlp_size.h>

namespace isochron {

/// A part that packets of PCI Express cross: what they take there, for arithmetic.
class TlpCarrier {
 public:
  virtual TlpSize size() const = 0;

 protected:
  ~TlpCarrier() = default;
};

}  // namespace isochron
