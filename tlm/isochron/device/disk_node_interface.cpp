// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/disk_node_interface.h>

#include <isochron/device/disk_node/disk_node_engine.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

Implementations<DiskNodeInterfaceMaker>& disk_node_interfaces() {
  static Implementations<DiskNodeInterfaceMaker> interfaces = [] {
    Implementations<DiskNodeInterfaceMaker> own;
    own.offer("tlm", disk_node_engine());
    return own;
  }();
  return interfaces;
}

void DiskNodeInterface::report(StatisticSink& sink) const {
  StatisticSink::Part figures = sink.part(name());
  figures.bytes("moved", moved_bytes());
  figures.count("cycles", cycles());
}

}  // namespace isochron
