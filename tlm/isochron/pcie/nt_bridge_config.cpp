// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/nt_bridge_config.h>

namespace isochron {

ReceiveBuffers NtBridgeConfig::default_buffers() {
  ReceiveBuffers buffers;
  for (ReceiveBuffers::OfType& one : buffers.of) one = {64, 16384};
  return buffers;
}

ParameterTable NtBridgeConfig::parameters() {
  ParameterTable table;
  table.duration("latency", latency, {0, 100 * microsecond}, "from a packet's arrival until it can leave", "our own");
  table.count("outstanding", outstanding, {1, 65536},
              "read requests of one direction that have crossed and have not been answered", "our own");
  table.nest("buffers", buffers.parameters());
  return table;
}

}  // namespace isochron
