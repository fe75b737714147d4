// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/traffic_limits.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

TrafficLimits::TrafficLimits(const Netlist& netlist, const Transits& transits, const PartShares& taken,
                             OfferedTraffic offered)
    : netlist_(netlist),
      taken_(taken),
      shared_(netlist, offered.live),
      chains_(netlist, offered.live),
      buffers_(netlist, transits),
      loads_(std::move(offered.loads)),
      rates_(std::move(offered.rates)),
      own_limit_(rates_.size(), infinite) {
  for (std::size_t t = 0; t < rates_.size(); ++t) {
    is_live_.push_back(!offered.live[t].empty());
    expected_.push_back(most(t));
  }
  find_resources();
}

void TrafficLimits::settle() {
  expected_ = share_out();
  for (std::size_t t = 0; t < expected_.size(); ++t) loads_.set_rate(t, std::isfinite(expected_[t]) ? expected_[t] : 1);
}

void TrafficLimits::find_resources() {
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

void TrafficLimits::add_directions(std::size_t part) {
  for (const auto& group : netlist_.parts[part].joined)
    for (const std::optional<std::size_t>& connection : group) {
      if (!connection || netlist_.connections[*connection].to != part) continue;
      Resource direction{{part, std::nullopt}, false, connection};
      for (const auto& unit : loads_.units_by(*connection))
        if (unit.load.arrives > 0) direction.traffics.push_back(unit.traffic);
      if (!direction.traffics.empty()) all_.push_back(std::move(direction));
    }
}

TrafficLimits::Use TrafficLimits::use_of(const Resource& resource, const FlowLoads& loads) const {
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

std::string TrafficLimits::name_of(const Resource& resource) const {
  const BufferPlace& place = resource.place;
  const std::string within = place.port ? "." + netlist_.parts[place.part].port_name(*place.port) : "";
  return netlist_.resource_name(place.part, within) + (resource.buffers ? " buffers" : "");
}

double TrafficLimits::most(std::size_t traffic) const {
  return std::min(asked(traffic).value_or(infinite), loop(traffic) ? loop(traffic)->rate : infinite);
}

double TrafficLimits::full_at(const Resource& resource, FlowLoads& loads, const std::function<void(double)>& set,
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

void TrafficLimits::set_chain(FlowLoads& loads, std::size_t traffic, double rate) const {
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

std::vector<double> TrafficLimits::share_out() {
  const std::size_t count = traffics();
  std::vector<double> rates(count);
  for (std::size_t t = 0; t < count; ++t) rates[t] = most(t);
  FlowLoads loads = loads_.at(rates);
  if (std::all_of(rates.begin(), rates.end(), [](double rate) { return std::isfinite(rate); }) &&
      std::all_of(all_.begin(), all_.end(), [&](const Resource& one) { return use_of(one, loads).part() <= 1; }))
    return rates;
  std::vector<double> turn, message;
  for (const OfferedRate& one : rates_) message.push_back(one.message);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t first = chains_.first(t);
    turn.push_back(first == t ? shared_.of_a_message(t, rates, message) : chains_.rate_of(t, first, turn[first]));
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
      if (std::isfinite(pace)) {
        // Far from full at the pace that others allow.
        set(pace * (1 + 10 * rounding));
        if (use_of(one, loads).part() < 1) continue;
      }
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

FlowLoads TrafficLimits::loads_for(std::size_t traffic) const {
  FlowLoads loads = loads_;
  for (const std::size_t other : shared_.behind(traffic)) loads.set_rate(other, 0);
  return loads;
}

double TrafficLimits::limit(const Resource& resource, std::size_t traffic) const {
  FlowLoads loads = loads_for(traffic);
  return limit(resource, traffic, loads);
}

double TrafficLimits::limit(const Resource& resource, std::size_t traffic, FlowLoads& loads) const {
  const double from = std::isfinite(shown(traffic)) && shown(traffic) > 0 ? shown(traffic) : 1;
  return full_at(
      resource, loads, [&](double rate) { set_chain(loads, traffic, rate); }, from);
}

TrafficLimits::Tightest TrafficLimits::tightest(std::size_t traffic) const {
  Tightest found;
  for (std::size_t t = 0; t < traffics(); ++t) {
    if (!loop(t)) continue;
    const std::vector<std::size_t> held_back = chains_.held_back_with(t);
    if (std::find(held_back.begin(), held_back.end(), traffic) == held_back.end()) continue;
    if (const double at = chains_.rate_of(traffic, t, loop(t)->rate); at < found.limit) found = {at, nullptr, t};
  }
  FlowLoads loads = loads_for(traffic);
  for (const Resource& one : all_) {
    if (std::find(one.traffics.begin(), one.traffics.end(), traffic) == one.traffics.end()) continue;
    if (std::isfinite(found.limit)) {
      // Most are not full at what others allow.
      set_chain(loads, traffic, found.limit);
      if (use_of(one, loads).part() <= 1) continue;
    }
    if (const double at = limit(one, traffic, loads); at < found.limit * (1 - rounding)) found = {at, &one, {}};
  }
  return found;
}

std::string TrafficLimits::name_of(const Tightest& tightest) const {
  if (tightest.loop) return name_of_loop(*tightest.loop);
  return tightest.resource == nullptr ? "" : name_of(*tightest.resource);
}

std::string TrafficLimits::name_of_loop(std::size_t traffic) const {
  return netlist_.workloads.of<FlatTraffic>()[traffic].name + (loop(traffic)->of_tags ? " tags" : " outstanding");
}

}  // namespace isochron
