// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/disk_node_interface.h>

#include <isochron/disk_node/disk_node_engine.h>
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

void DiskNodeInterface::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.bytes("moved", moved_bytes());
  figures.count("cycles", cycles());
}

void DiskNodeInterface::report_waits(std::vector<Wait>& waits) const {
  if (under_way() > 0)
    waits.push_back({name(), "the end of " + std::to_string(under_way()) + " strands", "its disks, its bus or itself"});
}

}  // namespace isochron
