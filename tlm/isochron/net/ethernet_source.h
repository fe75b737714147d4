// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/net/ethernet_frame.h>

namespace isochron {

/// Where a medium of an Ethernet takes frames from, one by one and in their order.
class EthernetSource {
 public:
  virtual bool empty() const = 0;
  /// The next frame. Not when empty.
  virtual EthernetFrame take() = 0;

 protected:
  ~EthernetSource() = default;
};

}  // namespace isochron
