// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/traffic_failures.h>

#include <algorithm>
#include <cmath>

#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

TrafficFailures::TrafficFailures(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                 const PartShares& taken, const std::string& driver)
    : netlist_(netlist), transits_(transits), taken_(taken), streams_(netlist, routes, transits) {
  const std::vector<FlatTraffic>& traffics = netlist.workloads.of<FlatTraffic>();
  for (std::size_t t = 0; t < traffics.size(); ++t) order_.push_back(t);
  std::stable_partition(order_.begin(), order_.end(),
                        [&](std::size_t t) { return traffics[t].name + ".bandwidth" == driver; });
  const TrafficLimits limits = this->limits();
  for (std::size_t t = 0; t < traffics.size(); ++t) whole_.push_back(limits.tightest(t).limit);
  without_failures_ = without({});
}

TrafficLimits TrafficFailures::limits() const {
  TrafficLimits limits(netlist_, transits_, taken_, streams_.offered());
  if (limits.traffics() > 1) limits.settle();
  return limits;
}

Remaining TrafficFailures::without(const std::vector<std::size_t>& parts) {
  streams_.fail(parts);
  // The first time it is not known yet.
  if (streams_.is_whole() && !without_failures_.metric.empty()) return without_failures_;
  const TrafficLimits limits = this->limits();
  Remaining left;
  TrafficLimits::Tightest least;
  for (const std::size_t t : order_) {
    const bool is_live = limits.is_live(t);
    const TrafficLimits::Tightest tightest = is_live ? limits.tightest(t) : TrafficLimits::Tightest{0, nullptr, {}};
    const bool is_bounded = std::isfinite(whole_[t]) && whole_[t] > 0;
    const double share = !is_live ? 0 : is_bounded ? tightest.limit / whole_[t] : 1;
    if (!left.metric.empty() && share >= left.share * (1 - TrafficLimits::rounding)) continue;
    left.metric = netlist_.workloads.of<FlatTraffic>()[t].name + ".bandwidth";
    left.value = tightest.limit;
    left.share = share;
    least = tightest;
  }
  left.limit = limits.name_of(least);
  left.by_buffers = least.resource != nullptr && least.resource->buffers;
  left.stopped = streams_.stopped();
  left.sources = streams_.silent_sources();
  left.sinks = streams_.silent_sinks();
  return left;
}

}  // namespace isochron
