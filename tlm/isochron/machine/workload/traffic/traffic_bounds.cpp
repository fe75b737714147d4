// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_bounds.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-9;

}  // namespace

TrafficBounds::TrafficBounds(const Netlist& netlist, const Routes& routes, const Transits& transits,
                             const PartShares& taken)
    : netlist_(netlist),
      taken_(taken),
      shared_(netlist),
      chains_(netlist),
      buffers_(netlist, transits),
      loads_(netlist, routes, transits) {
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    double bytes = 0, messages = 0;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const OfferedLoad one = offered_load_of(netlist, traffic, s);
      bytes += one.bytes;
      messages += one.messages;
    }
    message_.push_back(messages > 0 ? bytes / messages : 1);
    asked_.push_back(mean_rate(traffic) > 0 || is_silent(traffic)
                         ? std::optional(bytes / static_cast<double>(traffic.sources.size()))
                         : std::nullopt);
    loops_.push_back(closed_loop(netlist, routes, traffic));
  }
  own_limit_.assign(asked_.size(), infinite);
  find_resources();
  expected_ = share_out();
  for (std::size_t t = 0; t < expected_.size(); ++t) loads_.set_rate(t, std::isfinite(expected_[t]) ? expected_[t] : 1);
  add_resources();
  add_closed_loops();
  add_workloads();
}

void TrafficBounds::find_resources() {
  for (std::size_t p = 0; p < netlist_.parts.size(); ++p) {
    if (!carries_of(netlist_, loads_, p)) continue;
    if (netlist_.parts[p].config->is_full_duplex()) {
      add_directions(p);
      continue;
    }
    Resource part{{p, std::nullopt}};
    for (const auto& unit : loads_.units(p))
      if (unit.load.bytes > 0) part.traffics.push_back(unit.traffic);
    all_.push_back(std::move(part));
  }
  for (const BufferPlace& place : buffers_.places()) {
    const Taken taken = buffers_.taken(place, loads_);
    if (taken.bytes == 0 || taken.seconds <= 0) continue;
    Resource buffers{place, true};
    if (place.port) {
      const std::size_t connection = *netlist_.parts[place.part].joined[place.port->group][place.port->index];
      for (const auto& unit : loads_.units_by(connection))
        if (unit.load.bytes > 0) buffers.traffics.push_back(unit.traffic);
    } else {
      for (const auto& unit : loads_.units(place.part)) buffers.traffics.push_back(unit.traffic);
    }
    all_.push_back(std::move(buffers));
  }
  for (Resource& one : all_) {
    const std::vector<std::size_t> passing = one.traffics;
    for (const std::size_t traffic : passing)
      for (const std::size_t other : chains_.held_back_with(traffic))
        if (std::find(one.traffics.begin(), one.traffics.end(), other) == one.traffics.end())
          one.traffics.push_back(other);
  }
}

void TrafficBounds::add_directions(std::size_t part) {
  for (const auto& group : netlist_.parts[part].joined)
    for (const std::optional<std::size_t>& connection : group) {
      if (!connection || netlist_.connections[*connection].to != part) continue;
      Resource direction{{part, std::nullopt}, false, connection};
      for (const auto& unit : loads_.units_by(*connection))
        if (unit.load.arrives > 0) direction.traffics.push_back(unit.traffic);
      if (!direction.traffics.empty()) all_.push_back(std::move(direction));
    }
}

TrafficBounds::Use TrafficBounds::use_of(const Resource& resource, const FlowLoads& loads) const {
  if (resource.connection) {
    const FlatConnection& by = netlist_.connections[*resource.connection];
    const std::optional<Capacity> capacity =
        netlist_.parts[by.to].config->capacity_from(by.input, loads.message(by.to));
    return {loads.connection(*resource.connection).arrives,
            capacity ? capacity->alone * left_of(taken_[by.to]) : infinite};
  }
  if (!resource.buffers) {
    const double load = loads.part(resource.place.part).bytes;
    const std::optional<double> capacity = carries_of(netlist_, loads, resource.place.part);
    return {load, capacity ? *capacity * left_of(taken_[resource.place.part]) : infinite};
  }
  const Taken taken = buffers_.taken(resource.place, loads);
  const auto count = static_cast<double>(netlist_.parts[resource.place.part].config->buffers()->all());
  return {taken.bytes, taken.bytes > 0 ? taken.bytes * count / taken.seconds : infinite};
}

PartShares TrafficBounds::demand() const {
  std::vector<double> rates = expected_;
  for (std::size_t t = 0; t < rates.size(); ++t)
    if (!asked_[t]) rates[t] = 0;
  const FlowLoads loads = loads_.at(std::move(rates));
  PartShares shares(netlist_.parts.size(), 0);
  for (std::size_t p = 0; p < shares.size(); ++p)
    if (const std::optional<double> capacity = carries_of(netlist_, loads, p))
      shares[p] = loads.part(p).bytes / *capacity;
  return shares;
}

std::string TrafficBounds::name_of(const Resource& resource) const {
  const BufferPlace& place = resource.place;
  const std::string within = place.port ? "." + netlist_.parts[place.part].port_name(*place.port) : "";
  return netlist_.resource_name(place.part, within) + (resource.buffers ? " buffers" : "");
}

double TrafficBounds::most(std::size_t traffic) const {
  return std::min(asked_[traffic].value_or(infinite), loops_[traffic] ? loops_[traffic]->rate : infinite);
}

double TrafficBounds::full_at(const Resource& resource, FlowLoads& loads, const std::function<void(double)>& set,
                              double from) const {
  const auto used = [&](double value) {
    set(value);
    return use_of(resource, loads).part();
  };
  // Nearly a straight line: how a bus's masters meet bends it a little.
  double low = 0, of_low = used(0), high = from, of_high = used(from);
  for (int i = 0; i < 50; ++i) {
    if (of_high == of_low) return of_high < 1 ? infinite : 0;
    const double next = low + (high - low) * (1 - of_low) / (of_high - of_low);
    if (next <= 0) return 0;
    const double of_next = used(next);
    if (std::abs(of_next - 1) <= rounding) return next;
    if (std::abs(of_low - 1) > std::abs(of_high - 1)) {
      low = high;
      of_low = of_high;
    }
    high = next;
    of_high = of_next;
  }
  return high;
}

void TrafficBounds::set_chain(FlowLoads& loads, std::size_t traffic, double rate) const {
  loads.set_rate(traffic, rate);
  bool is_before = true;
  std::size_t last = traffic;
  double of_last = rate;
  for (const std::size_t other : chains_.of(traffic)) {
    if (other == traffic) {
      is_before = false;
    } else if (is_before) {
      loads.set_rate(other, chains_.rate_of(other, traffic, rate));
    } else {
      of_last = std::min(chains_.rate_of(other, last, of_last), own_limit_[other]);
      loads.set_rate(other, of_last);
      last = other;
    }
  }
}

std::vector<double> TrafficBounds::share_out() {
  const std::size_t count = asked_.size();
  std::vector<double> rates(count);
  for (std::size_t t = 0; t < count; ++t) rates[t] = most(t);
  FlowLoads loads = loads_.at(rates);
  if (std::all_of(rates.begin(), rates.end(), [](double rate) { return std::isfinite(rate); }) &&
      std::all_of(all_.begin(), all_.end(), [&](const Resource& one) { return use_of(one, loads).part() <= 1; }))
    return rates;
  std::vector<double> turn;
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t first = chains_.first(t);
    turn.push_back(first == t ? shared_.of_a_message(t, rates, message_) : chains_.rate_of(t, first, turn[first]));
  }
  // Rates of all grow together, message by message, until a traffic has all it asks for or a resource that it passes is
  // full.
  std::vector<bool> grows(count);
  for (std::size_t t = 0; t < count; ++t) grows[t] = rates[t] > 0;
  const auto set = [&](double pace) {
    for (std::size_t t = 0; t < count; ++t)
      if (grows[t]) loads.set_rate(t, pace * turn[t]);
  };
  while (std::find(grows.begin(), grows.end(), true) != grows.end()) {
    double pace = infinite;
    for (std::size_t t = 0; t < count; ++t)
      if (grows[t]) pace = std::min(pace, most(t) / turn[t]);
    std::vector<std::size_t> stop;
    for (std::size_t t = 0; t < count; ++t)
      if (grows[t] && most(t) / turn[t] <= pace) stop.push_back(t);
    const double from = std::isfinite(pace) ? pace : 1;
    for (const Resource& one : all_) {
      if (std::none_of(one.traffics.begin(), one.traffics.end(), [&](std::size_t t) { return grows[t]; })) continue;
      const double full = full_at(one, loads, set, from);
      if (full > pace * (1 + rounding)) continue;
      if (full < pace * (1 - rounding)) stop.clear();
      pace = std::min(pace, full);
      stop.insert(stop.end(), one.traffics.begin(), one.traffics.end());
    }
    set(pace);
    for (std::size_t i = 0, own = stop.size(); i < own; ++i)
      for (const std::size_t other : chains_.held_back_with(stop[i])) stop.push_back(other);
    for (const std::size_t t : stop) {
      if (!grows[t]) continue;
      loads.set_rate(t, pace * turn[t] < most(t) * (1 - rounding) ? pace * turn[t] : most(t));
      grows[t] = false;
    }
    for (const std::size_t t : stop)
      if (const auto leader = netlist_.workloads.of<FlatTraffic>()[t].leader; leader && grows[*leader])
        own_limit_[t] = loads.rates()[t];
  }
  return loads.rates();
}

double TrafficBounds::limit(const Resource& resource, std::size_t traffic) const {
  FlowLoads loads = loads_;
  for (const std::size_t other : shared_.behind(traffic)) loads.set_rate(other, 0);
  const double from = std::isfinite(shown(traffic)) && shown(traffic) > 0 ? shown(traffic) : 1;
  return full_at(
      resource, loads, [&](double rate) { set_chain(loads, traffic, rate); }, from);
}

ResourceBound TrafficBounds::bound_of(const Resource& resource, std::size_t traffic) const {
  FlowLoads loads = loads_;
  set_chain(loads, traffic, shown(traffic));
  const Use use = use_of(resource, loads);
  ResourceBound bound{
      name_of(resource),
      resource.buffers ? buffers_.text(resource.place, loads) : netlist_.resource_text(resource.place.part), use.load,
      use.capacity, limit(resource, traffic)};
  bound.metric = netlist_.workloads.of<FlatTraffic>()[traffic].name + ".bandwidth";
  bound.rate = shown(traffic);
  for (const std::size_t t : resource.traffics) {
    FlowLoads alone = loads_.at(std::vector<double>(asked_.size(), 0));
    alone.set_rate(t, 1);
    const Use one = use_of(resource, alone);
    // Where each byte takes a time of its own the capacity is told by the mean of all.
    const bool takes_times = !resource.connection && !resource.buffers && loads.part(resource.place.part).seconds > 0;
    if (const double brought = takes_times ? one.part() * use.capacity : one.load; brought > 0)
      bound.brought.emplace_back(netlist_.workloads.of<FlatTraffic>()[t].name + ".bandwidth", brought);
  }
  return bound;
}

bool TrafficBounds::is_held_back(std::size_t traffic) const {
  return !asked_[traffic] || expected_[traffic] < *asked_[traffic] * (1 - rounding);
}

double TrafficBounds::in_full_buffers() const {
  double messages = 0;
  for (const Resource& one : all_)
    if (one.buffers && std::any_of(one.traffics.begin(), one.traffics.end(),
                                   [this](std::size_t traffic) { return is_held_back(traffic); }))
      messages += static_cast<double>(netlist_.parts[one.place.part].config->buffers()->all());
  return messages;
}

void TrafficBounds::add_resources() {
  struct Fullest {
    const Resource* resource = nullptr;
    std::size_t traffic = 0;
    double used = 0;
  };
  std::vector<Fullest> kinds;
  std::map<std::string, std::size_t> places;
  FlowLoads loads = loads_;
  for (const Resource& one : all_) {
    Fullest* kind = nullptr;
    for (const std::size_t t : one.traffics) {
      // Where all get what they ask for it is the same load for whichever of them.
      if (t != one.traffics.front() && shown(t) == expected(t)) continue;
      set_chain(loads, t, shown(t));
      const Use use = use_of(one, loads);
      const bool shows =
          use.load > 0 && (!one.buffers || 1 / use.part() < buffers_.around(one.place, loads) * (1 - rounding));
      for (const std::size_t other : chains_.of(t)) loads.set_rate(other, expected(other));
      if (!shows) continue;
      if (kind == nullptr) {
        const auto [place, is_new] = places.emplace(name_of(one), kinds.size());
        if (is_new) kinds.emplace_back();
        kind = &kinds[place->second];
      }
      if (use.part() > kind->used) *kind = {&one, t, use.part()};
    }
  }
  for (const Fullest& kind : kinds)
    if (kind.resource != nullptr) resources_.push_back(bound_of(*kind.resource, kind.traffic));
}

std::string TrafficBounds::name_of_loop(std::size_t traffic) const {
  return netlist_.workloads.of<FlatTraffic>()[traffic].name + (loops_[traffic]->of_tags ? " tags" : " outstanding");
}

void TrafficBounds::add_closed_loops() {
  for (std::size_t t = 0; t < loops_.size(); ++t) {
    if (!loops_[t]) continue;
    const FlatTraffic& traffic = netlist_.workloads.of<FlatTraffic>()[t];
    const double count = loops_[t]->outstanding;
    ResourceBound bound{
        name_of_loop(t),
        fmt::format("{} of {}{}, {} at least {} under way",
                    loops_[t]->of_tags ? fmt::format("{:g} tags", count) : fmt::format("`outstanding: {:g}`", count),
                    traffic.sizes == nullptr ? "" : "in the mean ", format_si(loops_[t]->io, "B"),
                    count == 1 ? "which is" : "each", format_si(loops_[t]->round_trip, "s")),
        expected(t), loops_[t]->rate, loops_[t]->rate};
    bound.metric = traffic.name + ".bandwidth";
    bound.rate = expected(t);
    bound.brought = {{bound.metric, 1}};
    bound.of_work = true;
    resources_.push_back(std::move(bound));
  }
}

void TrafficBounds::add_workloads() {
  for (std::size_t t = 0; t < asked_.size(); ++t) {
    workloads_.push_back({netlist_.workloads.of<FlatTraffic>()[t].name + ".bandwidth", asked_[t], infinite, ""});
  }
  for (std::size_t t = 0; t < asked_.size(); ++t) {
    if (!loops_[t]) continue;
    for (const std::size_t other : chains_.held_back_with(t))
      if (const double at = chains_.rate_of(other, t, loops_[t]->rate); at < workloads_[other].limit) {
        workloads_[other].limit = at;
        workloads_[other].resource = name_of_loop(t);
      }
  }
  for (const Resource& one : all_)
    for (const std::size_t t : one.traffics)
      if (const double at = limit(one, t); at < workloads_[t].limit * (1 - rounding)) {
        workloads_[t].limit = at;
        workloads_[t].resource = name_of(one);
      }
}

}  // namespace isochron
