// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/live_sources.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

/// Traffics that follow each other. All of a chain do as many I/Os a second in the long run, or those that follow
/// fewer.
class TrafficChains {
 public:
  TrafficChains(const Netlist& netlist, const LiveSources& live) : netlist_(netlist), of_an_io_(live.size(), 0) {
    const std::vector<FlatTraffic>& all = netlist.workloads.of<FlatTraffic>();
    for (std::size_t t = 0; t < all.size(); ++t) {
      first_.push_back(all[t].leader ? first_[*all[t].leader] : t);
      members_.emplace_back();
      members_[first_[t]].push_back(t);
    }
    for (std::size_t t = 0; t < all.size(); ++t)
      if (of(t).size() > 1) of_an_io_[t] = io_of_source(all[t], live[t]);
  }

  /// The chain that the traffic is in, which may be of one, in order.
  const std::vector<std::size_t>& of(std::size_t traffic) const { return members_[first_[traffic]]; }
  /// Those that do no more I/Os than it does. The first of a closed chain asks for nothing before the last is done, so
  /// that these are all.
  std::vector<std::size_t> held_back_with(std::size_t traffic) const {
    const std::vector<std::size_t>& chain = of(traffic);
    if (is_closed(traffic)) return chain;
    return {std::find(chain.begin(), chain.end(), traffic), chain.end()};
  }
  bool is_closed(std::size_t traffic) const {
    return netlist_.workloads.of<FlatTraffic>()[first_[traffic]].options.arrivals == SourceLoad::Arrivals::closed;
  }
  std::size_t first(std::size_t traffic) const { return first_[traffic]; }
  /// Bytes/s of a source of `other` in the mean, which does as many I/Os as `traffic` with `rate`; both of one chain.
  double rate_of(std::size_t other, std::size_t traffic, double rate) const {
    return other == traffic ? rate : rate / of_an_io_[traffic] * of_an_io_[other];
  }

 private:
  /// Bytes of a source in the mean, while all live sources together do one I/O.
  double io_of_source(const FlatTraffic& traffic, const std::vector<std::size_t>& live) const {
    double bytes = 0, ios = 0;
    if (traffic.traces.empty()) {
      ios = static_cast<double>(live.size());
      for (const std::size_t number : live) bytes += mean_io(netlist_, traffic, number);
    } else {
      bytes = static_cast<double>(traffic.traced_bytes);
      for (const auto& trace : traffic.traces) ios += static_cast<double>(trace->size());
    }
    return ios > 0 && !live.empty() ? bytes / ios / static_cast<double>(live.size()) : 0;
  }

  const Netlist& netlist_;
  std::vector<std::size_t> first_;                 ///< by traffic
  std::vector<std::vector<std::size_t>> members_;  ///< by the first of a chain
  std::vector<double> of_an_io_;                   ///< by traffic
};

}  // namespace isochron
