// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/closed_loop.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

namespace {

/// Pairs of sources and sinks whose routes are followed.
constexpr std::size_t most_pairs = 100'000;

/// Times of I/Os that meet no other traffic.
class RoundTrips {
 public:
  RoundTrips(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic)
      : netlist_(netlist), routes_(routes), traffic_(traffic), nodes_(endpoint_nodes(netlist)) {}

  /// Seconds of an I/O of source number `number`, in the mean over its sinks.
  double of(std::size_t number, const std::vector<std::uint32_t>& endpoints, std::uint64_t io) const {
    const std::size_t source = traffic_.sources[number];
    const std::vector<double> shares = destination_shares(traffic_, endpoints, static_cast<unsigned>(number));
    const WayChoice way(traffic_.options, netlist_.parts[source].path, nodes_, way_table(traffic_, number));
    const std::vector<PortRef> outputs = netlist_.parts[source].config->sources();
    const auto used = std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
    const bool one_way =
        outputs.size() == 1 && !way.in_turn() && (used == 1 || traffic_.options.drawn == TrafficOptions::Drawn::io);
    double mean = 0;
    for (const PortRef& output : outputs)
      for (std::size_t e = 0; e < endpoints.size(); ++e) {
        if (shares[e] == 0) continue;
        const unsigned addressed = way.addressed(endpoints[e], way.to(endpoints[e]));
        mean += shares[e] / static_cast<double>(outputs.size()) *
                along(routes_.hops(source, output, endpoints[e], addressed), io,
                      std::min(io, message_of(netlist_, traffic_, source)),
                      one_way              ? Together::all_the_way
                      : outputs.size() > 1 ? Together::nowhere
                                           : Together::at_first);
      }
    return mean;
  }

 private:
  /// Where the messages of an I/O follow each other: on its whole route, on the first part of it, or nowhere.
  enum class Together { all_the_way, at_first, nowhere };

  /// The slowest part that messages pass one after another takes them all; the first message crosses what is before it,
  /// and the last one what is behind.
  double along(const std::vector<Routes::Hop>& hops, std::uint64_t io, std::uint64_t message, Together together) const {
    const std::uint64_t messages = (io + message - 1) / message, last = io - (messages - 1) * message;
    double behind = 0;  // of the last one
    for (std::size_t h = 1; h + 1 < hops.size(); ++h) behind += transit(hops[h].part, last);
    double longest = behind, before = 0;
    for (std::size_t h = 1; h + 1 < hops.size(); ++h) {
      const double first = transit(hops[h].part, message);
      const bool one_by_one = netlist_.parts[hops[h].part].config->capacity_from(hops[h].input, message).has_value();
      if (one_by_one && together != Together::nowhere)
        longest = std::max(longest, before + static_cast<double>(messages - 1) * across(hops[h].part, message) + behind);
      if (together == Together::at_first && one_by_one) break;
      before += first;
      behind -= transit(hops[h].part, last);
    }
    return longest;
  }
  /// Until it has arrived behind the part.
  double transit(std::size_t part, std::uint64_t bytes) const {
    return across(part, bytes) + netlist_.parts[part].config->propagation();
  }
  /// Until the part can take the next one.
  double across(std::size_t part, std::uint64_t bytes) const {
    return netlist_.parts[part].config->least_transit(bytes, netlist_.parts[part].plan);
  }

  const Netlist& netlist_;
  const Routes& routes_;
  const FlatTraffic& traffic_;
  std::shared_ptr<const EndpointNodes> nodes_;
};

}  // namespace

std::optional<ClosedLoop> closed_loop(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic) {
  if (traffic.options.arrivals != SourceLoad::Arrivals::closed) return std::nullopt;
  if (traffic.sources.empty() || traffic.sources.size() * traffic.sinks.size() > most_pairs) return std::nullopt;
  const RoundTrips trips(netlist, routes, traffic);
  Endpoints endpoints(netlist, traffic);
  ClosedLoop mean;
  const auto sources = static_cast<double>(traffic.sources.size());
  for (std::size_t number = 0; number < traffic.sources.size(); ++number) {
    double io = 0, seconds = 0;
    const auto add = [&](std::uint64_t bytes, double share) {
      io += share * static_cast<double>(bytes);
      seconds += share * trips.of(number, *endpoints.of(number), bytes);
    };
    if (traffic.sizes == nullptr)
      add(io_of(netlist, traffic, traffic.sources[number]), 1);
    else
      traffic.sizes->visit(add);
    if (seconds <= 0) return std::nullopt;
    mean.rate += static_cast<double>(traffic.options.outstanding) * io / seconds / sources;
    mean.io += io / sources;
    mean.round_trip += seconds / sources;
  }
  return mean;
}

}  // namespace isochron
