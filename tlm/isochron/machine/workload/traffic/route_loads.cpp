// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/route_loads.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <isochron/endpoint/request_places.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

/// Packets have the size that they have on the first link. Bytes by which they may be shorter on each other link, of
/// all types of packets the most, so that bounds stay upper ones; empty: all links are alike.
std::vector<double> shorter_by_part(const Netlist& netlist) {
  std::array<std::uint32_t, tlp_types> most{};
  const auto visit = [&netlist](const auto& each) {
    for (std::size_t p = 0; p < netlist.parts.size(); ++p)
      if (const TlpCarrier* const link = netlist.parts[p].config->as<TlpCarrier>())
        for (const TlpType type : all_tlp_types) each(p, index_of(type), link->size().overhead(type));
  };
  visit([&](std::size_t, std::size_t type, std::uint32_t bytes) { most[type] = std::max(most[type], bytes); });
  std::vector<double> shorter;
  visit([&](std::size_t part, std::size_t type, std::uint32_t bytes) {
    if (bytes == most[type]) return;
    shorter.resize(netlist.parts.size(), 0);
    shorter[part] = std::max(shorter[part], static_cast<double>(most[type] - bytes));
  });
  return shorter;
}

RequestMessages sum_of_sizes(const MessageSizes& sizes) {
  RequestMessages sum{static_cast<double>(sizes.size()), 0};
  for (const std::uint64_t size : sizes) sum.bytes += static_cast<double>(size);
  return sum;
}

/// The messages of `part` requests, and of their answers.
void add_messages(const RequesterPart& asks, const ResponderPart& answers, const RequestLoad& load,
                  const OneRequest& request, double part, RequestMessages& there, RequestMessages& back) {
  const auto add = [](RequestMessages& sum, double times, const RequestMessages& one) {
    sum.messages += times * one.messages;
    sum.bytes += times * one.bytes;
  };
  if (!asks.cuts_by_address()) {
    add(there, part, asks.sends(load, request));
    add(back, part, answers.answers(load, request));
    return;
  }
  visit_places(load, request.bytes, [&](std::uint64_t address, double of) {
    for (const RequestPiece& piece : asks.pieces(load, {request.write, request.bytes, address, 0})) {
      add(there, part * of, sum_of_sizes(piece.messages));
      std::optional<RequestMessages> least;
      for (const MessageSizes& way : answers.answers_to_piece(load, piece.request))
        if (const RequestMessages sum = sum_of_sizes(way); !least || sum.bytes < least->bytes) least = sum;
      if (least) add(back, part * of, *least);
    }
  });
}

}  // namespace

RouteLoads::RouteLoads(const Netlist& netlist, const Transits& transits, const AllRequests& all)
    : netlist_(netlist),
      transits_(transits),
      all_(all),
      shorter_(shorter_by_part(netlist)),
      parts_(netlist.parts.size()),
      connections_(netlist.connections.size()),
      is_part_touched_(netlist.parts.size(), 0),
      is_connection_touched_(netlist.connections.size(), 0) {}

void RouteLoads::come(std::size_t connection, double bytes, double messages) {
  const std::size_t part = netlist_.connections[connection].to;
  if (!shorter_.empty()) bytes -= messages * shorter_[part];
  FlowLoads::OfConnection& load = by(connection);
  load.arrives += bytes;
  load.arrives_number += messages;
  put(part, bytes, messages);
}

void RouteLoads::leave(std::size_t connection, double bytes, double messages, double coming) {
  FlowLoads::OfConnection& load = by(connection);
  load.bytes += bytes;
  load.messages += messages;
  load.coming += coming;
}

void RouteLoads::follow(const std::vector<Routes::Hop>& hops, double bytes, double messages) {
  for (std::size_t i = 1; i + 1 < hops.size(); ++i) {
    const FlatPart& part = netlist_.parts[hops[i].part];
    const std::size_t came_by = *part.joined[hops[i].input.group][hops[i].input.index];
    come(came_by, bytes, messages);
    if (i + 2 < hops.size())
      leave(*part.joined[hops[i].output.group][hops[i].output.index], bytes, messages,
            transits_.into(netlist_.connections[came_by], bytes, messages));
  }
}

RouteLoads::Asked RouteLoads::ask(const FlatTraffic& traffic, std::size_t number, const OfferedLoad& sends,
                                  std::uint32_t endpoint, double share) {
  const std::size_t source = traffic.sources[number], responder = netlist_.endpoints[endpoint];
  const RequesterPart& asks = *netlist_.parts[source].config->as<RequesterPart>();
  const ResponderPart& answers = *netlist_.parts[responder].config->as<ResponderPart>();
  const RequestLoad load = request_load(netlist_, traffic, source);
  Asked asked;
  asked.requests = sends.messages * share;
  put_at_sink(responder, sends.bytes * share, asked.requests, 1);
  visit_requests(netlist_, traffic, number, [&](const OneRequest& request, double part) {
    const double requests = asked.requests * part;
    if (asks.carries(request))
      put(source, requests * static_cast<double>(request.bytes), requests);
    else
      at(source).asked += requests;
    add_messages(asks, answers, load, request, part, asked.there, asked.back);
    take_time(responder, requests * static_cast<double>(request.bytes), requests, answers.takes(request));
    call_for(source, asks, load, request, requests);
    call_for(responder, answers, load, request, requests);
  });
  return asked;
}

bool RouteLoads::add(const FlatTraffic& traffic, std::size_t number, const OfferedLoad& sends, const Stream& stream) {
  const std::size_t source = traffic.sources[number], sink = netlist_.endpoints[stream.endpoint];
  if (!traffic.options.asks()) {
    const double bytes = sends.bytes * stream.share, messages = sends.messages * stream.share;
    put(source, bytes, messages);
    put_at_sink(sink, bytes, messages, part_that_goes_on(traffic));
    for (const Stream::Piece& piece : stream.there) follow(piece.hops, bytes * piece.part, messages * piece.part);
    return false;
  }
  const Asked asked = ask(traffic, number, sends, stream.endpoint, stream.share);
  const auto go = [&](std::size_t to, const std::vector<Routes::Hop>& hops, double requests,
                      const RequestMessages& each) {
    end(to, requests * each.bytes, requests * each.messages);
    follow(hops, requests * each.bytes, requests * each.messages);
  };
  for (const Stream::Piece& piece : stream.there) go(sink, piece.hops, asked.requests * piece.part, asked.there);
  if (asked.back.messages == 0) return false;
  go(source, stream.back, asked.requests, asked.back);
  return true;
}

RouteLoads::Sparse RouteLoads::take() {
  Sparse taken;
  taken.parts.reserve(touched_parts_.size());
  for (const std::uint32_t part : touched_parts_) {
    taken.parts.emplace_back(part, std::exchange(parts_[part], {}));
    is_part_touched_[part] = 0;
  }
  taken.connections.reserve(touched_connections_.size());
  for (const std::uint32_t connection : touched_connections_) {
    taken.connections.emplace_back(connection, std::exchange(connections_[connection], {}));
    is_connection_touched_[connection] = 0;
  }
  touched_parts_.clear();
  touched_connections_.clear();
  return taken;
}

/// Requests each take `seconds` of a part's time.
void RouteLoads::take_time(std::size_t part, double bytes, double requests, double seconds) {
  if (seconds == 0) return;
  FlowLoads::OfPart& load = at(part);
  load.served += bytes;
  load.seconds += requests * seconds;
}

/// What a part calls, because of `requests` a second that it makes or answers.
template <class Part>
void RouteLoads::call_for(std::size_t caller, const Part& calls, const RequestLoad& load, const OneRequest& request,
                          double requests) {
  visit_called(netlist_, caller, [&](const FlatConnection& connection) {
    const CalledBytes moved = calls.calls_for(connection.output, load, request);
    const double bytes = requests * static_cast<double>(request.bytes) * (moved.read + moved.written);
    if (bytes == 0) return;
    put(connection.to, bytes, 0);
    take_time(connection.to, bytes, requests,
              netlist_.parts[connection.to].config->as<CalledPart>()->takes(load, request, moved, all_));
  });
}

}  // namespace isochron
