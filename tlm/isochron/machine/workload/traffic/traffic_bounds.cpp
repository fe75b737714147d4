// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_bounds.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

TrafficBounds::TrafficBounds(const Netlist& netlist, const Routes& routes, const Transits& transits,
                             const PartShares& taken)
    : netlist_(netlist), limits_(netlist, transits, taken, offered_traffic(netlist, routes, transits)) {
  limits_.settle();
  add_resources();
  add_closed_loops();
  add_workloads();
}

PartShares TrafficBounds::demand() const {
  std::vector<double> rates;
  for (std::size_t t = 0; t < limits_.traffics(); ++t) rates.push_back(asked(t) ? expected(t) : 0);
  const FlowLoads at = loads().at(std::move(rates));
  PartShares shares(netlist_.parts.size(), 0);
  for (std::size_t p = 0; p < shares.size(); ++p)
    if (const std::optional<double> capacity = carries_of(netlist_, at, p)) shares[p] = at.part(p).bytes / *capacity;
  return shares;
}

ResourceBound TrafficBounds::bound_of(const TrafficLimits::Resource& resource, std::size_t traffic) const {
  FlowLoads loads = limits_.loads();
  limits_.set_chain(loads, traffic, limits_.shown(traffic));
  const TrafficLimits::Use use = limits_.use_of(resource, loads);
  ResourceBound bound{
      limits_.name_of(resource),
      resource.buffers ? limits_.buffers().text(resource.place, loads) : netlist_.resource_text(resource.place.part),
      use.load, use.capacity, limits_.limit(resource, traffic)};
  bound.metric = netlist_.workloads.of<FlatTraffic>()[traffic].name + ".bandwidth";
  bound.rate = limits_.shown(traffic);
  for (const std::size_t t : resource.traffics) {
    FlowLoads alone = limits_.loads().at(std::vector<double>(limits_.traffics(), 0));
    alone.set_rate(t, 1);
    const TrafficLimits::Use one = limits_.use_of(resource, alone);
    // Where each byte takes a time of its own the capacity is told by the mean of all.
    const bool takes_times = !resource.connection && !resource.buffers && loads.part(resource.place.part).seconds > 0;
    if (const double brought = takes_times ? one.part() * use.capacity : one.load; brought > 0)
      bound.brought.emplace_back(netlist_.workloads.of<FlatTraffic>()[t].name + ".bandwidth", brought);
  }
  return bound;
}

bool TrafficBounds::is_held_back(std::size_t traffic) const {
  return !asked(traffic) || expected(traffic) < *asked(traffic) * (1 - TrafficLimits::rounding);
}

double TrafficBounds::in_full_buffers() const {
  double messages = 0;
  for (const TrafficLimits::Resource& one : limits_.resources())
    if (one.buffers && std::any_of(one.traffics.begin(), one.traffics.end(),
                                   [this](std::size_t traffic) { return is_held_back(traffic); }))
      messages += static_cast<double>(netlist_.parts[one.place.part].config->buffers()->all());
  return messages;
}

void TrafficBounds::add_resources() {
  struct Fullest {
    const TrafficLimits::Resource* resource = nullptr;
    std::size_t traffic = 0;
    double used = 0;
  };
  std::vector<Fullest> kinds;
  std::map<std::string, std::size_t> places;
  FlowLoads loads = limits_.loads();
  for (const TrafficLimits::Resource& one : limits_.resources()) {
    Fullest* kind = nullptr;
    for (const std::size_t t : one.traffics) {
      // Where all get what they ask for it is the same load for whichever of them.
      if (t != one.traffics.front() && limits_.shown(t) == expected(t)) continue;
      limits_.set_chain(loads, t, limits_.shown(t));
      const TrafficLimits::Use use = limits_.use_of(one, loads);
      const bool shows = use.load > 0 && (!one.buffers || 1 / use.part() < limits_.buffers().around(one.place, loads) *
                                                                               (1 - TrafficLimits::rounding));
      for (const std::size_t other : limits_.chains().of(t)) loads.set_rate(other, expected(other));
      if (!shows) continue;
      if (kind == nullptr) {
        const auto [place, is_new] = places.emplace(limits_.name_of(one), kinds.size());
        if (is_new) kinds.emplace_back();
        kind = &kinds[place->second];
      }
      if (use.part() > kind->used) *kind = {&one, t, use.part()};
    }
  }
  for (const Fullest& kind : kinds)
    if (kind.resource != nullptr) resources_.push_back(bound_of(*kind.resource, kind.traffic));
}

void TrafficBounds::add_closed_loops() {
  for (std::size_t t = 0; t < limits_.traffics(); ++t) {
    if (!limits_.loop(t)) continue;
    const FlatTraffic& traffic = netlist_.workloads.of<FlatTraffic>()[t];
    const double count = limits_.loop(t)->outstanding;
    ResourceBound bound{limits_.name_of_loop(t),
                        fmt::format("{} of {}{}, {} at least {} under way",
                                    limits_.loop(t)->of_tags ? fmt::format("{:g} tags", count)
                                                             : fmt::format("`outstanding: {:g}`", count),
                                    traffic.sizes == nullptr ? "" : "in the mean ", format_si(limits_.loop(t)->io, "B"),
                                    count == 1 ? "which is" : "each", format_si(limits_.loop(t)->round_trip, "s")),
                        expected(t), limits_.loop(t)->rate, limits_.loop(t)->rate};
    bound.metric = traffic.name + ".bandwidth";
    bound.rate = expected(t);
    bound.brought = {{bound.metric, 1}};
    bound.of_work = true;
    resources_.push_back(std::move(bound));
  }
}

void TrafficBounds::add_workloads() {
  for (std::size_t t = 0; t < limits_.traffics(); ++t) {
    const TrafficLimits::Tightest tightest = limits_.tightest(t);
    workloads_.push_back({netlist_.workloads.of<FlatTraffic>()[t].name + ".bandwidth", asked(t), tightest.limit,
                          limits_.name_of(tightest)});
  }
}

}  // namespace isochron
