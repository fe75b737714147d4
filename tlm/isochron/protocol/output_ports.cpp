// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/output_ports.h>

#include <isochron/observe/probe_list.h>

namespace isochron {

void OutputPorts::start_window(Time now) {
  for (Measured* const port : measured_) port->start_window(now);
}

void OutputPorts::report(StatisticSink& sink) {
  for (Measured* const port : measured_) port->report(sink);
}

void OutputPorts::report_waits(std::vector<Wait>& waits) const {
  for (const Measured* const port : measured_) port->report_waits(waits);
}

void OutputPorts::list_probes(ProbeList& list) {
  for (Traced* const port : traced_) list.add(*port);
}

}  // namespace isochron
