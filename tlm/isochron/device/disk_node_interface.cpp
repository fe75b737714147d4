// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/disk_node_interface.h>

namespace isochron {

Implementations<DiskNodeInterfaceMaker>& disk_node_interfaces() {
  static Implementations<DiskNodeInterfaceMaker> interfaces;
  return interfaces;
}

}  // namespace isochron
