// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <boost/random/discrete_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron {

namespace {

/// Draws by `Law`, for each message or for each I/O.
template <class Law>
class DrawnDestinations final : public DestinationPolicy {
 public:
  DrawnDestinations(EndpointList endpoints, Law law, SplitMix64 stream, bool per_message)
      : endpoints_(std::move(endpoints)), law_(std::move(law)), stream_(stream), per_message_(per_message) {}

  Destination next(const Io&, std::uint32_t index, const Destination& before) override {
    if (!per_message_ && index > 0) return before;
    return {(*endpoints_)[law_(stream_)], 0};
  }

 private:
  EndpointList endpoints_;
  Law law_;
  SplitMix64 stream_;
  bool per_message_;
};

/// One after another; sources begin at places of their own.
class RotatingTurns final : public DestinationPolicy {
 public:
  RotatingTurns(EndpointList endpoints, unsigned number, bool per_message)
      : endpoints_(std::move(endpoints)), turn_(number), per_message_(per_message) {}

  Destination next(const Io&, std::uint32_t index, const Destination& before) override {
    if (!per_message_ && index > 0) return before;
    return {(*endpoints_)[turn_++ % endpoints_->size()], 0};
  }

 private:
  EndpointList endpoints_;
  std::uint64_t turn_;
  bool per_message_;
};

/// In turn, each as often as its weight says, spread evenly: number i of n endpoints of the same weight w has its turn
/// k at (k + (i + 1/2) / n) / w, so that those of one weight come one by one between the others. As many turns as all
/// weights together are one round, in which each endpoint has its weight exactly.
class TurnsByWeight final : public DestinationPolicy {
 public:
  /// `begin`: turns that are over.
  TurnsByWeight(const std::vector<std::uint32_t>& endpoints, const std::uint64_t* weights, unsigned begin,
                bool per_message)
      : per_message_(per_message) {
    std::uint64_t all = 0;
    std::map<std::uint64_t, std::uint64_t> alike;  // by weight: endpoints
    for (const std::uint32_t endpoint : endpoints) {
      if (weights[endpoint] > 0) turns_.push_back({2 * alike[weights[endpoint]]++ + 1, 0, weights[endpoint], endpoint});
      all += weights[endpoint];
    }
    for (Turn& turn : turns_) turn.alike = alike[turn.weight];
    std::make_heap(turns_.begin(), turns_.end(), later);
    for (std::uint64_t i = 0; i < begin % all; ++i) take();
  }

  Destination next(const Io&, std::uint32_t index, const Destination& before) override {
    if (!per_message_ && index > 0) return before;
    return {take(), 0};
  }

 private:
  struct Turn {
    std::uint64_t due;    ///< in parts of the interval between its turns, of which there are twice `alike`
    std::uint64_t alike;  ///< endpoints of the same weight
    std::uint64_t weight;
    std::uint32_t endpoint;
  };
  static bool later(const Turn& one, const Turn& other) {
    __extension__ using Wide = unsigned __int128;
    const Wide a = static_cast<Wide>(one.due) * other.weight * other.alike;
    const Wide b = static_cast<Wide>(other.due) * one.weight * one.alike;
    return a != b ? a > b : one.endpoint > other.endpoint;
  }
  std::uint32_t take() {
    std::pop_heap(turns_.begin(), turns_.end(), later);
    Turn& turn = turns_.back();
    const std::uint32_t endpoint = turn.endpoint;
    turn.due += 2 * turn.alike;
    std::push_heap(turns_.begin(), turns_.end(), later);
    return endpoint;
  }

  std::vector<Turn> turns_;  ///< a heap, the next one first
  bool per_message_;
};

/// In the order of the endpoints: a turn is an I/O's number, whenever it is ready.
class TurnsOfIos final : public DestinationPolicy {
 public:
  TurnsOfIos(EndpointList endpoints, bool per_message) : endpoints_(std::move(endpoints)), per_message_(per_message) {}

  Destination next(const Io& io, std::uint32_t, const Destination&) override {
    const std::uint64_t turn = per_message_ ? turn_++ : io.block;
    return {(*endpoints_)[turn % endpoints_->size()], 0};
  }

 private:
  EndpointList endpoints_;
  std::uint64_t turn_ = 0;
  bool per_message_;
};

class FixedDestination final : public DestinationPolicy {
 public:
  explicit FixedDestination(std::uint32_t endpoint) : endpoint_(endpoint) {}
  Destination next(const Io&, std::uint32_t, const Destination&) override { return {endpoint_, 0}; }

 private:
  std::uint32_t endpoint_;
};

/// An I/O's block is its number in the trace, which may begin again.
class TracedDestinations final : public DestinationPolicy {
 public:
  TracedDestinations(EndpointList endpoints, std::shared_ptr<const std::vector<TracedIo>> trace)
      : endpoints_(std::move(endpoints)), trace_(std::move(trace)) {}
  Destination next(const Io& io, std::uint32_t, const Destination&) override {
    return {(*endpoints_)[(*trace_)[io.block % trace_->size()].sink], 0};
  }

 private:
  EndpointList endpoints_;
  std::shared_ptr<const std::vector<TracedIo>> trace_;
};

std::vector<double> zipf_weights(std::uint64_t exponent, std::size_t count) {
  std::vector<double> weights(count);
  for (std::size_t rank = 0; rank < count; ++rank)
    weights[rank] = std::pow(static_cast<double>(rank + 1), -static_cast<double>(exponent) * 1e-6);
  return weights;
}

/// The part of the bytes of a trace that each of `count` sinks gets.
std::vector<double> traced_shares(const std::vector<TracedIo>& trace, std::size_t count) {
  std::vector<double> shares(count, 0);
  double all = 0;
  for (const TracedIo& io : trace) all += static_cast<double>(io.bytes);
  for (const TracedIo& io : trace) shares[io.sink] += static_cast<double>(io.bytes) / all;
  return shares;
}

}  // namespace

bool weights_by_source(const FlatTraffic& traffic) {
  std::set<std::string> used;
  for (const Expression& weight : traffic.declaration->weights) weight.add_names(used);
  return used.count("source.node") > 0 || used.count("source.index") > 0;
}

const std::uint64_t* weights_of(const FlatTraffic& traffic, std::size_t number) {
  if (!weights_by_source(traffic)) return traffic.weights.data();
  return traffic.weights.data() + traffic.weights.size() / traffic.sources.size() * number;
}

std::unique_ptr<DestinationPolicy> make_destinations(const FlatTraffic& traffic, const EndpointList& endpoints,
                                                     unsigned number, const std::string& path, std::uint64_t seed) {
  const TrafficOptions& options = traffic.options;
  const bool per_message = options.drawn == TrafficOptions::Drawn::message;
  const SplitMix64 stream = random_stream(seed, path, "destination");
  switch (options.destination) {
    case TrafficOptions::Destinations::rotation:
      if (traffic.declaration->order) return std::make_unique<TurnsOfIos>(endpoints, per_message);
      return std::make_unique<RotatingTurns>(endpoints, number, per_message);
    case TrafficOptions::Destinations::fixed:
      return std::make_unique<FixedDestination>((*endpoints)[number % endpoints->size()]);
    case TrafficOptions::Destinations::zipf: {
      const std::vector<double> weights = zipf_weights(options.zipf, endpoints->size());
      const boost::random::discrete_distribution<std::size_t> law(weights.begin(), weights.end());
      return std::make_unique<DrawnDestinations<boost::random::discrete_distribution<std::size_t>>>(
          endpoints, law, stream, per_message);
    }
    case TrafficOptions::Destinations::weighted:
      return std::make_unique<TurnsByWeight>(*endpoints, weights_of(traffic, number), number, per_message);
    case TrafficOptions::Destinations::drawn_by_weight: {
      const std::uint64_t* const weights = weights_of(traffic, number);
      std::vector<double> of_list;
      for (const std::uint32_t endpoint : *endpoints) of_list.push_back(static_cast<double>(weights[endpoint]));
      const boost::random::discrete_distribution<std::size_t> law(of_list.begin(), of_list.end());
      return std::make_unique<DrawnDestinations<boost::random::discrete_distribution<std::size_t>>>(
          endpoints, law, stream, per_message);
    }
    case TrafficOptions::Destinations::uniform:
    case TrafficOptions::Destinations::streams:  // StreamTurns
      break;
  }
  const boost::random::uniform_int_distribution<std::uint32_t> law(0,
                                                                   static_cast<std::uint32_t>(endpoints->size() - 1));
  return std::make_unique<DrawnDestinations<boost::random::uniform_int_distribution<std::uint32_t>>>(
      endpoints, law, stream, per_message);
}

std::unique_ptr<DestinationPolicy> make_traced_destinations(const EndpointList& endpoints,
                                                            std::shared_ptr<const std::vector<TracedIo>> trace) {
  return std::make_unique<TracedDestinations>(endpoints, std::move(trace));
}

std::vector<double> destination_shares(const FlatTraffic& traffic, const std::vector<std::uint32_t>& endpoints,
                                       unsigned number) {
  const TrafficOptions& options = traffic.options;
  const std::size_t count = endpoints.size();
  std::vector<double> shares(count, 1.0 / static_cast<double>(count));
  if (options.destination == TrafficOptions::Destinations::fixed) {
    shares.assign(count, 0);
    shares[number % count] = 1;
  }
  if (options.has_weights() || options.destination == TrafficOptions::Destinations::zipf) {
    if (options.has_weights()) {
      const std::uint64_t* const weights = weights_of(traffic, number);
      for (std::size_t e = 0; e < count; ++e) shares[e] = static_cast<double>(weights[endpoints[e]]);
    } else {
      shares = zipf_weights(options.zipf, count);
    }
    double sum = 0;
    for (const double share : shares) sum += share;
    for (double& share : shares) share /= sum;
  }
  return shares;
}

std::vector<std::pair<std::uint32_t, double>> stream_shares(const FlatTraffic& traffic, std::size_t number,
                                                            const std::vector<std::uint32_t>& endpoints) {
  if (traffic.options.destination == TrafficOptions::Destinations::fixed && !traffic.trace_has_sinks)
    return {{endpoints[number % endpoints.size()], 1}};
  const std::vector<double> all = traffic.trace_has_sinks
                                      ? traced_shares(*traffic.traces[number], endpoints.size())
                                      : destination_shares(traffic, endpoints, static_cast<unsigned>(number));
  std::vector<std::pair<std::uint32_t, double>> shares;
  shares.reserve(endpoints.size());
  for (std::size_t e = 0; e < endpoints.size(); ++e)
    if (all[e] != 0) shares.emplace_back(endpoints[e], all[e]);
  return shares;
}

std::function<std::uint64_t(const Destination&)> make_addressing(const WayChoice& way) {
  if (way.in_turn())
    return [way, turn = 0u](const Destination& to) mutable {
      const unsigned next = (way.to(to.endpoint) + turn++) % way.ways();
      return EndpointAddress{to.endpoint, way.addressed(to.endpoint, next)}.encode();
    };
  return [way](const Destination& to) {
    return EndpointAddress{to.endpoint, way.addressed(to.endpoint, way.to(to.endpoint))}.encode();
  };
}

}  // namespace isochron
