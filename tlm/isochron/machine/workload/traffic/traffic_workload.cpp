// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_workload.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <isochron/machine/analyse/path_warnings.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/source_plans.h>
#include <isochron/machine/workload/traffic/traffic_failures.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {

TrafficWorkload::TrafficWorkload(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                 const PartShares& taken)
    : netlist_(netlist),
      routes_(routes),
      transits_(transits),
      taken_(taken),
      bounds_(netlist, routes, transits, taken) {}

std::pair<std::string, std::string> TrafficWorkload::driver() const {
  if (const ResourceBound* const bound = tightest(bounds_.resources())) return {bound->metric, "B/s"};
  // The first that asks for something, if there is one.
  const std::vector<WorkloadBound>& all = bounds_.workloads();
  const auto asks = std::find_if(all.begin(), all.end(), [](const WorkloadBound& one) { return one.asked != 0; });
  return {asks == all.end() ? all.front().metric : asks->metric, "B/s"};
}

std::optional<double> TrafficWorkload::offered_load() const {
  const std::string metric = driver().first;
  for (const WorkloadBound& one : bounds_.workloads())
    if (one.metric == metric) return one.asked;
  return std::nullopt;
}

std::optional<double> TrafficWorkload::completes_in() const {
  double longest = 0;
  for (std::size_t t = 0; t < netlist_.workloads.of<FlatTraffic>().size(); ++t)
    for (std::size_t s = 0; s < netlist_.workloads.of<FlatTraffic>()[t].sources.size(); ++s)
      if (const double bytes = bytes_in_all(netlist_, netlist_.workloads.of<FlatTraffic>()[t], s); bytes > 0)
        longest = std::max(longest, bytes / bounds_.expected(t));
  return std::isfinite(longest) ? longest : 0;
}

std::vector<double> TrafficWorkload::bytes_within(double seconds) const {
  std::vector<double> bytes;
  for (std::size_t t = 0; t < netlist_.workloads.of<FlatTraffic>().size(); ++t) {
    const FlatTraffic& traffic = netlist_.workloads.of<FlatTraffic>()[t];
    double all = 0;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) all += bytes_in_all(netlist_, traffic, s);
    bytes.push_back(bounds_.loads().rates()[t] * seconds);
    if (all > 0) bytes.back() = std::min(bytes.back(), all / static_cast<double>(traffic.sources.size()));
  }
  return bytes;
}

double TrafficWorkload::messages_inside(double seconds) const {
  double inside = bounds_.in_full_buffers(), sent = 0;
  for (std::size_t p = 0; p < netlist_.parts.size(); ++p) {
    const FlowLoads::OfPart load = bounds_.loads().part(p);
    if (load.messages == 0) continue;
    const auto bytes = static_cast<std::uint64_t>(std::ceil(load.bytes / load.messages));
    const PartConfig& config = *netlist_.parts[p].config;
    inside += load.messages * (config.least_transit(bytes, netlist_.parts[p].plan) + config.propagation(bytes));
  }
  for (std::size_t t = 0; t < netlist_.workloads.of<FlatTraffic>().size(); ++t) {
    const FlatTraffic& traffic = netlist_.workloads.of<FlatTraffic>()[t];
    const bool is_closed = traffic.options.arrivals == SourceLoad::Arrivals::closed;
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const OfferedLoad offered = offered_load_of(netlist_, traffic, s);
      if (offered.bytes == 0) continue;
      double bytes = bounds_.asked(t) ? offered.bytes * seconds : std::numeric_limits<double>::infinity();
      if (is_closed) bytes = static_cast<double>(traffic.options.outstanding) * mean_io(netlist_, traffic, s);
      if (const double all = bytes_in_all(netlist_, traffic, s); all > 0) bytes = std::min(bytes, all);
      const bool asks = traffic.options.asks();
      const double messages = asks ? bytes / static_cast<double>(message_of(netlist_, traffic, traffic.sources[s]))
                                   : bytes * offered.messages / offered.bytes;
      sent += messages;
      // Who answers holds nothing back: all that has been asked for may wait there.
      if (asks && is_closed) inside += messages;
    }
  }
  return std::min(inside, sent);
}

double TrafficWorkload::ios_of_loops() const {
  double ios = 0;
  for (const FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>()) {
    if (traffic.options.arrivals != SourceLoad::Arrivals::closed) continue;
    const std::uint64_t each = traffic.options.ios == 0
                                   ? traffic.options.outstanding
                                   : std::min<std::uint64_t>(traffic.options.outstanding, traffic.options.ios);
    ios += static_cast<double>(each) * static_cast<double>(traffic.sources.size());
  }
  return ios;
}

double TrafficWorkload::waiting_ios(double seconds) const {
  double ios = 0;
  for (std::size_t t = 0; t < netlist_.workloads.of<FlatTraffic>().size(); ++t) {
    const FlatTraffic& traffic = netlist_.workloads.of<FlatTraffic>()[t];
    // The other sources keep only a number, or have everything from the start.
    if (!bounds_.asked(t) || traffic.options.arrivals == SourceLoad::Arrivals::at_start) continue;
    const double behind = 1 - std::min(1.0, bounds_.expected(t) / *bounds_.asked(t));
    for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
      const double asked = offered_load_of(netlist_, traffic, s).bytes * seconds / mean_io(netlist_, traffic, s);
      ios += behind * (traffic.options.ios == 0 ? asked : std::min(asked, static_cast<double>(traffic.options.ios)));
    }
  }
  return ios;
}

double TrafficWorkload::events(double seconds, Folding folding) const {
  return bounds_.loads().at(bytes_within(seconds)).events(folding) + waiting_ios(seconds);
}

double TrafficWorkload::memory(double seconds) const {
  // A queue has room for twice as much as it had, and for a while for what it had too.
  const double queues = (waiting_ios(seconds) + ios_of_loops()) * 3 * sizeof(Io);
  // Of a message's room for data, in which nothing is written, pages that it begins in are taken.
  constexpr std::size_t page = 4096;
  return queues +
         messages_inside(seconds) * static_cast<double>(sizeof(Message) + std::min(page, largest_message(netlist_)));
}

void TrafficWorkload::add_drawn(std::set<std::string>& drawn) const {
  for (const FlatTraffic& traffic : netlist_.workloads.of<FlatTraffic>()) {
    if (traffic.sizes != nullptr) drawn.insert("sizes of I/Os");
    if (!traffic.rates.empty()) drawn.insert("rates of sources");
    const TrafficOptions::Destinations to = traffic.options.destination;
    const bool at_random = to == TrafficOptions::Destinations::uniform || to == TrafficOptions::Destinations::zipf ||
                           to == TrafficOptions::Destinations::drawn_by_weight;
    if (at_random && !traffic.trace_has_sinks && traffic.sinks.size() > 1) drawn.insert("destinations");
  }
}

std::vector<Warning> TrafficWorkload::warnings() const {
  std::vector<Warning> warnings = path_warnings(netlist_, routes_, bounds_.loads());
  if (const std::vector<std::string> cycle = routes_.deadlock(); !cycle.empty())
    warnings.push_back(
        {fmt::format("buffers can wait for each other in a cycle, and then nothing moves: {}", fmt::join(cycle, ", ")),
         "Route around one of them, or keep the load so low that they never fill"});
  return warnings;
}

std::unique_ptr<FailureModel> TrafficWorkload::failures() const {
  return std::make_unique<TrafficFailures>(netlist_, routes_, transits_, taken_, driver().first);
}

}  // namespace isochron
