// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/live_sources.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

/// Traffics that have sources in common. A source sends I/Os in the order in which they were asked for, so that where
/// more is asked than can leave, each traffic leaves in proportion to what is asked of it.
class SharedSources {
 public:
  SharedSources(const Netlist& netlist, const LiveSources& live) : users_(live.size()), behind_(live.size()) {
    const std::vector<FlatTraffic>& all = netlist.workloads.of<FlatTraffic>();
    std::unordered_map<std::size_t, std::vector<std::size_t>> of_source;
    for (std::size_t t = 0; t < all.size(); ++t)
      for (const std::size_t number : live[t]) of_source[all[t].sources[number]].push_back(t);
    for (std::size_t t = 0; t < all.size(); ++t)
      for (const std::size_t number : live[t]) {
        const std::vector<std::size_t>& users = of_source.at(all[t].sources[number]);
        users_[t].push_back(users);
        for (const std::size_t other : users)
          if (rank(all[other]) > rank(all[t]) && !contains(behind_[t], other)) behind_[t].push_back(other);
      }
  }

  /// Bytes of the traffic that leave one of its sources while that sends one message of any, in the mean. Of each
  /// traffic: `most`, bytes/s that are asked of a source, or infinite, and `message`, bytes of one.
  double of_a_message(std::size_t traffic, const std::vector<double>& most, const std::vector<double>& message) const {
    const std::vector<std::vector<std::size_t>>& sources = users_[traffic];
    if (std::all_of(sources.begin(), sources.end(), [](const auto& users) { return users.size() == 1; }))
      return message[traffic];
    double sum = 0;
    for (const std::vector<std::size_t>& users : sources) {
      double messages = 0;
      for (const std::size_t user : users) messages += most[user] / message[user];
      if (std::isfinite(messages))
        sum += messages > 0 ? most[traffic] / messages : 0;
      else
        sum += message[traffic] / static_cast<double>(users.size());
    }
    return sum / static_cast<double>(sources.size());
  }

  /// Traffics that do not hold it up at any source: they get what it leaves. A closed loop asks for no more than has
  /// come back, and what is asked for at the start comes before all that has times.
  const std::vector<std::size_t>& behind(std::size_t traffic) const { return behind_[traffic]; }

 private:
  static int rank(const FlatTraffic& traffic) {
    if (traffic.options.arrivals == SourceLoad::Arrivals::closed) return 2;
    if (traffic.options.follows()) return has_rate(traffic) ? 1 : 2;
    return has_rate(traffic) ? 1 : 0;
  }
  static bool contains(const std::vector<std::size_t>& all, std::size_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  }

  std::vector<std::vector<std::vector<std::size_t>>> users_;  ///< by traffic and its source: traffics of that source
  std::vector<std::vector<std::size_t>> behind_;              ///< by traffic
};

}  // namespace isochron
