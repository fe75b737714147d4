// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/source_plans.h>

#include <algorithm>

#include <isochron/core/random_stream.h>
#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/stream_turns.h>
#include <isochron/machine/workload/traffic/with_lost_units.h>

namespace isochron {

namespace {

/// Its own, where rates are drawn; `key`: of its draws.
const Number& rate_of(const FlatTraffic& traffic, const std::string& key, std::uint64_t seed) {
  if (traffic.rates.empty()) return traffic.rate;
  const boost::random::discrete_distribution<std::size_t> law(traffic.rate_weights.begin(), traffic.rate_weights.end());
  SplitMix64 stream = random_stream(seed, key, "rate");
  return traffic.rates[law(stream)];
}

using Destinations = std::function<std::unique_ptr<DestinationPolicy>()>;

Destinations destinations_of(const FlatTraffic& traffic, Endpoints& all, const std::string& path, std::size_t number,
                             const std::string& key, std::uint64_t seed) {
  const TrafficOptions& options = traffic.options;
  Destinations destinations;
  if (traffic.trace_has_sinks)
    destinations = [every = all.every(), trace = traffic.traces[number]] {
      return make_traced_destinations(every, trace);
    };
  else if (options.destination == TrafficOptions::Destinations::streams)
    destinations = [dealt = all.dealt(), streams = options.streams, place = traffic.places[number],
                    sources = traffic.asked_sources] {
      return std::make_unique<StreamTurns>(dealt, streams, place, sources);
    };
  else
    destinations = [&traffic, endpoints = all.of(number), number, key, seed] {
      return make_destinations(traffic, endpoints, static_cast<unsigned>(number), key, seed);
    };
  if (traffic.lost_units.every == 0) return destinations;
  return [destinations, every = all.every(), lane = last_index(path),
          per_message = options.drawn == TrafficOptions::Drawn::message,
          seed] { return std::make_unique<WithLostUnits>(destinations(), every, lane, per_message, seed); };
}

}  // namespace

SourceLoad source_load(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number, const Number& rate,
                       std::uint64_t seed) {
  const std::size_t source = traffic.sources[number];
  SourceLoad load;
  load.arrivals = traffic.options.arrivals;
  load.io = io_of(netlist, traffic, source);
  load.message = message_of(netlist, traffic, source);
  if (!rate.zero()) {
    load.bits_per_second = static_cast<std::uint64_t>(rate.numerator());
    load.interval_numerator = static_cast<std::uint64_t>(rate.denominator()) * traffic.shares[number];
  }
  load.outstanding = traffic.options.outstanding;
  load.on = traffic.options.on;
  load.off = traffic.options.off;
  load.io_limit = traffic.options.ios;
  if (traffic.options.follows()) {
    // One that asks for nothing leads one that asks for nothing.
    if (is_silent(traffic)) load.arrivals = SourceLoad::Arrivals::constant;
    const std::uint64_t sources = traffic.sources.size();
    load.io_limit = traffic.led_ios / sources + (number < traffic.led_ios % sources ? 1 : 0);
  }
  load.seed = seed;
  load.sizes = traffic.sizes;
  load.lost_units = traffic.lost_units;
  load.traffic_class = static_cast<std::uint8_t>(traffic.options.traffic_class);
  if (!traffic.traces.empty()) load.trace = traffic.traces[number];
  load.repeat = traffic.options.repeat;
  if (traffic.options.asks()) {
    load.message = io_of(netlist, traffic, source);  // a request is one
    load.requests = request_load(netlist, traffic, source);
  }
  return load;
}

void add_source_plans(Netlist& netlist, std::uint64_t seed) {
  unsigned first = 0;  // number of the traffic's first source: those of failed parts count
  const std::shared_ptr<const EndpointNodes> nodes = endpoint_nodes(netlist);
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    Endpoints all(netlist, traffic);
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      FlatPart& part = netlist.parts[traffic.sources[s]];
      const std::string path = part.path;
      // The first traffic draws what it draws alone: others that come or go do not change it.
      const std::string key = part.plan.sources.empty() ? path : path + " " + traffic.name;
      SourcePlan plan;
      plan.load = source_load(netlist, traffic, s, rate_of(traffic, key, seed), seed);
      plan.load.draws = key;
      plan.destinations = destinations_of(traffic, all, path, s, key, seed);
      plan.addressing = make_addressing(WayChoice(traffic.options, path, nodes, way_table(traffic, s)));
      plan.number = first + traffic.places[s];
      part.plan.sources.push_back(std::move(plan));
    }
    first += traffic.asked_sources;
  }
}

std::size_t largest_message(const Netlist& netlist) {
  std::uint64_t largest = 1;
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>())
    for (const std::size_t source : traffic.sources) {
      largest = std::max(largest, message_of(netlist, traffic, source));
      if (traffic.options.asks()) largest = std::max(largest, traffic.options.requests.request);
    }
  return static_cast<std::size_t>(largest);
}

}  // namespace isochron
