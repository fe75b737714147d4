// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_switch.h>

#include <isochron/pcie/queue_statistics.h>

namespace isochron {

PcieSwitch::PcieSwitch(const sc_core::sc_module_name& name, const Config& config, const PortRouter& router)
    : sc_module(name), config_(config) {
  for (unsigned i = 0; i < config.ports; ++i)
    ports_.push_back(std::make_unique<PcieSwitchPort>(i, config_, router, ports_));
}

PcieSwitch::~PcieSwitch() = default;

void PcieSwitch::start_of_simulation() {
  for (const auto& port : ports_) port->connect();
}

void PcieSwitch::start_window(Time now) {
  for (const auto& port : ports_) port->start_window(now);
}

void PcieSwitch::report(StatisticSink& sink) {
  for (const auto& port : ports_) port->report(sink);
}

TypeInfo PcieSwitch::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary =
      "PCI Express switch: store and forward or cut-through, buffers by type of packet at every input, queues for each "
      "input at every output";
  info.source = "PCI Express Base Specification 3.0";
  info.ports = {{"port[i]", "pcie", "peer", "port 0 leads up, to the root complex"}};
  describe_queues(info, "port[i]");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
