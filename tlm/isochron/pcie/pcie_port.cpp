// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_port.h>

#include <isochron/pcie/queue_statistics.h>

namespace isochron {

PciePort::PciePort(const std::string& name, const Config& config, Listener& listener)
    : socket(name.c_str()), config_(config), listener_(listener), queues_(config.ordering, 1, {}) {
  socket.bind(static_cast<PcieDevice&>(*this));
}

void PciePort::connect() {
  PcieLinkEnd* const link = socket.get_base_port().operator->();
  outgoing_ = &link->outgoing();
  incoming_ = &link->incoming();
}

void PciePort::report(StatisticSink& sink) {
  report_queues(sink, path(), queues_);
}

}  // namespace isochron
