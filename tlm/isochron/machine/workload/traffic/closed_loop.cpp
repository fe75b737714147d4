// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/closed_loop.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <isochron/endpoint/request_places.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/stream_maker.h>
#include <isochron/part/message_heads.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

/// Pairs of sources and sinks whose routes are followed.
constexpr std::size_t most_pairs = 100'000;

bool has_loop(const FlatTraffic& traffic) {
  const bool waits = traffic.options.arrivals == SourceLoad::Arrivals::closed || traffic.options.asks();
  return waits && traffic.sources.size() * traffic.sinks.size() <= most_pairs;
}

/// Times of I/Os that meet no other traffic.
class RoundTrips {
 public:
  RoundTrips(const Netlist& netlist, const FlatTraffic& traffic, const AllRequests& all)
      : netlist_(netlist), traffic_(traffic), all_(all) {}

  /// Seconds of an I/O of source number `number`, in the mean over its streams.
  double of(std::size_t number, const std::vector<SharedStream>& streams, std::uint64_t io) const {
    const std::size_t source = traffic_.sources[number];
    const std::uint64_t message = std::min(io, message_of(netlist_, traffic_, source));
    const std::size_t outputs = netlist_.parts[source].config->sources().size();
    const bool one_way = outputs == 1 && traffic_.options.way_of != TrafficOptions::WayOf::message &&
                         (streams.size() == 1 || traffic_.options.drawn == TrafficOptions::Drawn::io);
    const Together together = one_way ? Together::all_the_way : outputs > 1 ? Together::nowhere : Together::at_first;
    double mean = 0;
    for (std::size_t output = 0; output < outputs; ++output)
      for (const auto& [stream, share] : streams) {
        const std::vector<const Stream::Piece*> pieces = of_first_turn(*stream);
        if (output < pieces.size())
          mean += share / static_cast<double>(pieces.size()) * along(pieces[output]->hops, io, message, together);
      }
    return mean;
  }

  /// Of a request of a source, in the mean over its kinds, sizes and addresses, and over those who answer.
  struct OfRequest {
    double seconds = 0;      ///< under way
    double tags = 0;         ///< that it takes
    double tag_seconds = 0;  ///< of all these together
  };
  OfRequest of_requests(std::size_t number, const std::vector<SharedStream>& streams) const {
    const std::size_t source = traffic_.sources[number];
    const RequesterPart& asks = *netlist_.parts[source].config->as<RequesterPart>();
    const RequestLoad load = request_load(netlist_, traffic_, source);
    OfRequest mean;
    for (const SharedStream& one : streams) {
      const Stream& stream = *one.stream;
      const Trip trip{source, netlist_.endpoints[stream.endpoint], load, stream.there.front().hops, stream.back};
      visit_requests(netlist_, traffic_, number, [&](const OneRequest& request, double of) {
        if (!asks.cuts_by_address()) {
          add(mean, trip, request, one.share * of);
          return;
        }
        visit_places(load, request.bytes, [&](std::uint64_t address, double of_place) {
          add(mean, trip, {request.write, request.bytes, address, 0}, one.share * of * of_place);
        });
      });
    }
    return mean;
  }

 private:
  /// Where messages take ways in turn, an I/O counts by the first one: by output.
  static std::vector<const Stream::Piece*> of_first_turn(const Stream& stream) {
    std::vector<const Stream::Piece*> pieces;
    for (const Stream::Piece& piece : stream.there)
      if (piece.turn == 0) pieces.push_back(&piece);
    return pieces;
  }

  /// The way of requests, and of their answers.
  struct Trip {
    std::size_t source = 0;
    std::size_t responder = 0;
    RequestLoad load;
    const std::vector<Routes::Hop>& there;
    const std::vector<Routes::Hop>& back;
  };
  /// Messages that cross a route one after another, and meet no others.
  class Convoy {
   public:
    Convoy(const Netlist& netlist, const std::vector<Routes::Hop>& hops)
        : netlist_(netlist), hops_(hops), free_(hops.size(), 0), longer_(hops.size(), 0) {
      const TlpCarrier* first = nullptr;
      for (std::size_t h = 1; h + 1 < hops.size(); ++h) {
        const TlpCarrier* const link = netlist.parts[hops[h].part].config->as<TlpCarrier>();
        if (link == nullptr) continue;
        if (first == nullptr) first = link;
        const auto beside_first = [&](TlpType type) {
          return std::int64_t{link->size().overhead(type)} - std::int64_t{first->size().overhead(type)};
        };
        longer_[h] = std::min(beside_first(TlpType::posted), beside_first(TlpType::completion));
      }
    }

    /// Seconds at which the last of `messages`, which can leave at `start`, has arrived.
    double arrive(const MessageSizes& messages, double start) {
      double last = start;
      for (const std::uint64_t message : messages) last = cross(message, start);
      return last;
    }

   private:
    double cross(std::uint64_t sent, double start) {
      double head = start, whole = start;
      for (std::size_t h = 1; h + 1 < hops_.size(); ++h) {
        const FlatPart& part = netlist_.parts[hops_[h].part];
        const PartConfig& config = *part.config;
        const MessageHeads* const heads = config.as<MessageHeads>();
        // No packet is shorter than its overhead, so that this is no negative number.
        const auto bytes = static_cast<std::uint64_t>(static_cast<std::int64_t>(sent) + longer_[h]);
        const double takes = config.least_transit(bytes, part.plan), on = config.propagation(bytes);
        if (config.capacity_from(hops_[h].input, bytes)) {
          // One that cuts through ends no earlier than the message has come in.
          const double begins = std::max({free_[h], head, whole - takes});
          free_[h] = begins + takes;
          head = begins + (heads == nullptr ? takes : heads->head_transit(bytes, part.plan)) + on;
          whole = begins + takes + on;
        } else {
          whole += takes + on;
          head = heads != nullptr && heads->cuts_through() ? head + takes + on : whole;
        }
      }
      return whole;
    }

    const Netlist& netlist_;
    const std::vector<Routes::Hop>& hops_;
    std::vector<double> free_;  ///< by hop: from when on it can take the next one
    /// By hop: bytes at least by which a packet is longer there than on the first link. Headers of requests, and
    /// digests, are those of a link.
    std::vector<std::int64_t> longer_;
  };

  /// Adds `part` requests like this one.
  void add(OfRequest& mean, const Trip& trip, const OneRequest& request, double part) const {
    const RequesterPart& asks = *netlist_.parts[trip.source].config->as<RequesterPart>();
    const ResponderPart& answers = *netlist_.parts[trip.responder].config->as<ResponderPart>();
    struct Answer {
      double at;
      std::vector<MessageSizes> ways;
    };
    std::vector<Answer> to_come;
    double done = 0;
    bool is_first = true;
    Convoy there(netlist_, trip.there);
    for (const RequestPiece& piece : asks.pieces(trip.load, request)) {
      const double ready = answers.answers_in_mean(trip.load, piece.request) +
                           held_up_by_called(trip.source, asks, trip.load, piece.request, is_first) +
                           held_up_by_called(trip.responder, answers, trip.load, piece.request, is_first);
      is_first = false;
      const double at = there.arrive(piece.messages, 0) + ready;
      std::vector<MessageSizes> ways = answers.answers_to_piece(trip.load, piece.request);
      done = std::max(done, at);
      if (piece.has_tag) {
        mean.tags += part;
        mean.tag_seconds += part * soonest(trip, ways, Convoy(netlist_, trip.there).arrive(piece.messages, 0) + ready);
      }
      to_come.push_back({at, std::move(ways)});
    }
    // They leave in the order in which they are ready.
    std::stable_sort(to_come.begin(), to_come.end(), [](const Answer& a, const Answer& b) { return a.at < b.at; });
    Convoy back(netlist_, trip.back);
    for (const Answer& answer : to_come) {
      if (answer.ways.empty()) continue;
      // Where it is not known how they are answered, what comes before the last one is not counted.
      if (answer.ways.size() > 1)
        done = std::max(done, soonest(trip, answer.ways, answer.at));
      else
        done = std::max(done, back.arrive(answer.ways.front(), answer.at));
    }
    mean.seconds += part * (done + asks.takes_itself(request));
  }
  /// When an answer that nothing else is in the way of has arrived, the way in which it is answered being the quickest.
  double soonest(const Trip& trip, const std::vector<MessageSizes>& ways, double start) const {
    double soonest = std::numeric_limits<double>::infinity();
    for (const MessageSizes& way : ways) soonest = std::min(soonest, Convoy(netlist_, trip.back).arrive(way, start));
    return ways.empty() ? start : soonest;
  }
  /// Seconds, by the parts that are called by the one who makes or answers the request.
  template <class Part>
  double held_up_by_called(std::size_t caller, const Part& calls, const RequestLoad& load, const OneRequest& piece,
                           bool is_first) const {
    double sum = 0;
    visit_called(netlist_, caller, [&](const FlatConnection& connection) {
      // What is written goes on meanwhile.
      const CalledBytes moved{calls.calls_for(connection.output, load, piece).read, 0};
      const CalledPart& called = *netlist_.parts[connection.to].config->as<CalledPart>();
      if (moved.read > 0) sum += called.holds_up(load, piece, moved, all_, is_first);
    });
    return sum;
  }

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
        longest =
            std::max(longest, before + static_cast<double>(messages - 1) * across(hops[h].part, message) + behind);
      if (together == Together::at_first && one_by_one) break;
      before += first;
      behind -= transit(hops[h].part, last);
    }
    return longest;
  }
  /// Until it has arrived behind the part.
  double transit(std::size_t part, std::uint64_t bytes) const {
    return across(part, bytes) + netlist_.parts[part].config->propagation(bytes);
  }
  /// Until the part can take the next one.
  double across(std::size_t part, std::uint64_t bytes) const {
    return netlist_.parts[part].config->least_transit(bytes, netlist_.parts[part].plan);
  }

  const Netlist& netlist_;
  const FlatTraffic& traffic_;
  AllRequests all_;
};

}  // namespace

std::optional<ClosedLoop> closed_loop(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic) {
  if (!has_loop(traffic)) return std::nullopt;
  StreamMaker maker(netlist, routes, traffic, endpoint_nodes(netlist));
  std::vector<std::size_t> sources(traffic.sources.size());
  std::iota(sources.begin(), sources.end(), std::size_t{0});
  std::vector<Stream> made;  // of the source that was asked for last
  return closed_loop(netlist, traffic, sources, all_requests(netlist, all_sources(netlist)), [&](std::size_t number) {
    made = maker.of(number);
    std::vector<SharedStream> streams;
    streams.reserve(made.size());
    for (const Stream& stream : made) streams.push_back({&stream, stream.share});
    return streams;
  });
}

std::optional<ClosedLoop> closed_loop(const Netlist& netlist, const FlatTraffic& traffic,
                                      const std::vector<std::size_t>& sources, const AllRequests& all,
                                      const StreamsOf& streams_of) {
  if (sources.empty() || !has_loop(traffic)) return std::nullopt;
  const bool is_closed = traffic.options.arrivals == SourceLoad::Arrivals::closed;
  const RoundTrips trips(netlist, traffic, all);
  ClosedLoop mean;
  const auto count = static_cast<double>(sources.size());
  for (const std::size_t number : sources) {
    const std::vector<SharedStream> streams = streams_of(number);
    double io = 0, seconds = 0, outstanding = static_cast<double>(traffic.options.outstanding);
    if (traffic.options.asks()) {
      const RequesterPart& part = *netlist.parts[traffic.sources[number]].config->as<RequesterPart>();
      const RoundTrips::OfRequest one = trips.of_requests(number, streams);
      if (one.tag_seconds == 0 && !is_closed) return std::nullopt;
      seconds = one.seconds;
      visit_requests(netlist, traffic, number,
                     [&io](const OneRequest& request, double of) { io += of * static_cast<double>(request.bytes); });
      // Each of the tags moves a part of a request; what takes no tag is not held up by them.
      const auto tags = static_cast<double>(part.tags());
      if (one.tag_seconds > 0 && (!is_closed || tags * seconds < outstanding * one.tag_seconds)) {
        outstanding = tags;
        io /= one.tags;
        seconds = one.tag_seconds / one.tags;
        mean.of_tags = true;
      }
    }
    const auto add = [&](std::uint64_t bytes, double share) {
      io += share * static_cast<double>(bytes);
      seconds += share * trips.of(number, streams, bytes);
    };
    if (!traffic.options.asks()) {
      if (traffic.sizes == nullptr)
        add(io_of(netlist, traffic, traffic.sources[number]), 1);
      else
        traffic.sizes->visit(add);
    }
    if (seconds <= 0) return std::nullopt;
    mean.rate += outstanding * io / seconds / count;
    mean.outstanding += outstanding / count;
    mean.io += io / count;
    mean.round_trip += seconds / count;
  }
  return mean;
}

}  // namespace isochron
