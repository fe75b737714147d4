// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/offered_traffic.h>

#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

OfferedTraffic offered_traffic(const Netlist& netlist, const Routes& routes, const Transits& transits) {
  OfferedTraffic offered{all_sources(netlist), {}, FlowLoads(netlist, routes, transits)};
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    double bytes = 0, messages = 0;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const OfferedLoad one = offered_load_of(netlist, traffic, s);
      bytes += one.bytes;
      messages += one.messages;
    }
    OfferedRate& rate = offered.rates.emplace_back();
    if (messages > 0) rate.message = bytes / messages;
    if (mean_rate(traffic) > 0 || is_silent(traffic)) rate.asked = bytes / static_cast<double>(traffic.sources.size());
    rate.loop = closed_loop(netlist, routes, traffic);
  }
  return offered;
}

}  // namespace isochron
