// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/rebuild_plan.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

bool is_failed(const FlatFault& fault, std::size_t part) {
  return std::find(fault.failed.begin(), fault.failed.end(), part) != fault.failed.end();
}

/// The sinks that have failed, and of each all sources that may send to it and have not.
std::vector<RebuildPlan::Lane> lanes_of(const Netlist& netlist, const FlatTraffic& traffic, std::uint32_t first_source,
                                        const FlatFault& fault) {
  std::vector<RebuildPlan::Lane> lanes;
  for (const std::size_t sink : traffic.sinks) {
    if (!is_failed(fault, sink)) continue;
    const auto endpoint = std::find(netlist.endpoints.begin(), netlist.endpoints.end(), sink);
    lanes.push_back({static_cast<std::uint32_t>(endpoint - netlist.endpoints.begin()), {}});
  }
  if (lanes.empty()) return lanes;
  Endpoints endpoints(netlist, traffic);
  for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
    if (is_failed(fault, traffic.sources[s])) continue;
    const std::vector<std::uint32_t> used = endpoints.used(s);
    for (RebuildPlan::Lane& lane : lanes)
      if (std::find(used.begin(), used.end(), lane.sink) != used.end())
        lane.sources.push_back(first_source + traffic.places[s]);
  }
  return lanes;
}

}  // namespace

RebuildPlan::RebuildPlan(const Netlist& netlist, const FlatFault& fault) {
  const SourcePosition& position = fault.on.front().position;
  const std::string failed = fmt::format("`{}`", fmt::join(fault.scopes, "` and `"));
  const std::vector<FlatTraffic>& all = netlist.workloads.of<FlatTraffic>();
  std::uint32_t first = 0;
  for (std::size_t t = 0; t < all.size() && lanes.empty(); first += all[t++].asked_sources) {
    if (all[t].options.rebuild_bytes == 0) continue;
    lanes = lanes_of(netlist, all[t], first, fault);
    if (lanes.empty()) continue;
    traffic = t;
    unit = io_of(netlist, all[t], all[t].sources.front());
    units = (all[t].options.rebuild_bytes + unit - 1) / unit * lanes.size();
  }
  if (lanes.empty())
    throw InputError(position, fmt::format("{} cannot be rebuilt: no traffic with `rebuild_bytes` leads to it", failed),
                     "Name what holds data in `fail`, or take `rebuild` out");
  rate = fault.options.rebuild.rate;
  window = fault.options.rebuild.window;
  const std::uint64_t group = fault.options.rebuild.group;
  for (const Lane& lane : lanes) {
    const std::string& sink = netlist.parts[netlist.endpoints[lane.sink]].path;
    const std::size_t holders = lane.sources.size() + 1;
    if (holders < 2)
      throw InputError(position, fmt::format("nothing is left that `{}` could be rebuilt from", sink),
                       "Let fewer parts fail, or take `rebuild` out");
    if (group > holders)
      throw InputError(
          position,
          fmt::format("a parity group of {} units is larger than the {} that hold them: `{}` and {} others", group,
                      holders, sink, holders - 1),
          fmt::format("Set `group` to 2 to {}", holders));
    if (lane.sources.size() != lanes.front().sources.size() && group == 0)
      throw InputError(position, fmt::format("units of {} are rebuilt from different numbers of parts", failed),
                       "Write `policy: declustered` with a `group`");
  }
  parts = (group == 0 ? lanes.front().sources.size() + 1 : group) - 1;
}

}  // namespace isochron
