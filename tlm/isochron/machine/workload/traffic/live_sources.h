// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// By traffic: the numbers of its sources that can still send, in order.
using LiveSources = std::vector<std::vector<std::size_t>>;

/// Those of a machine whose parts all work.
inline LiveSources all_sources(const Netlist& netlist) {
  LiveSources live;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    live.emplace_back(traffic.sources.size());
    std::iota(live.back().begin(), live.back().end(), std::size_t{0});
  }
  return live;
}

}  // namespace isochron
