// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/live_streams.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/stream_maker.h>
#include <isochron/machine/workload/traffic/traffic_chains.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Each is kept with its routes.
constexpr std::size_t most_streams = 200'000;

const std::vector<FlatTraffic>& traffics_of(const Netlist& netlist) {
  return netlist.workloads.of<FlatTraffic>();
}

void add_scaled(FlowLoads::OfTraffic& sum, const RouteLoads::Sparse& loads, double scale) {
  for (const auto& [part, load] : loads.parts) {
    FlowLoads::OfPart& to = sum.parts[part];
    to.bytes += scale * load.bytes;
    to.messages += scale * load.messages;
    to.asked += scale * load.asked;
    to.goes_on += scale * load.goes_on;
    to.served += scale * load.served;
    to.seconds += scale * load.seconds;
    to.ends += scale * load.ends;
    to.ends_number += scale * load.ends_number;
  }
  for (const auto& [connection, load] : loads.connections) {
    FlowLoads::OfConnection& to = sum.connections[connection];
    to.arrives += scale * load.arrives;
    to.arrives_number += scale * load.arrives_number;
    to.bytes += scale * load.bytes;
    to.messages += scale * load.messages;
    to.coming += scale * load.coming;
  }
}

}  // namespace

LiveStreams::LiveStreams(const Netlist& netlist, const Routes& routes, const Transits& transits)
    : netlist_(netlist),
      routes_(routes),
      transits_(transits),
      detours_(netlist, routes),
      all_requests_(all_requests(netlist, all_sources(netlist))),
      sum_(netlist, transits, all_requests_),
      crossing_(netlist.parts.size()),
      streams_from_(netlist.parts.size(), 0),
      streams_to_(netlist.parts.size(), 0) {
  add_streams();
  find_crossings();
  state_.assign(all_.size(), State::whole);
  detour_of_.assign(all_.size(), 0);
}

void LiveStreams::add_streams() {
  const std::shared_ptr<const EndpointNodes> nodes = endpoint_nodes(netlist_);
  for (std::uint32_t t = 0; t < traffics_of(netlist_).size(); ++t) {
    const FlatTraffic& traffic = traffics_of(netlist_)[t];
    StreamMaker maker(netlist_, routes_, traffic, nodes);
    first_.emplace_back();
    offered_.emplace_back();
    sizes_.emplace_back();
    for (std::uint32_t number = 0; number < traffic.sources.size(); ++number) {
      first_.back().push_back(static_cast<std::uint32_t>(all_.size()));
      offered_.back().push_back(offered_load_of(netlist_, traffic, number));
      sizes_.back().push_back(size_of_messages(netlist_, traffic, number).value_or(0));
      for (Stream& stream : maker.of(number)) {
        if (all_.size() == most_streams)
          throw InputError(traffic.position,
                           fmt::format("failures are ranked for up to {} streams, one from each source to each sink, "
                                       "and the traffic `{}` has more",
                                       most_streams, traffic.name),
                           "Name fewer sources or sinks, or leave `--fail` out");
        Known& known = all_.emplace_back();
        known.traffic = t;
        known.number = number;
        known.is_answered = sum_.add(traffic, number, offered_.back().back(), stream);
        known.loads = sum_.take();
        known.stream = std::move(stream);
      }
    }
    first_.back().push_back(static_cast<std::uint32_t>(all_.size()));
  }
}

void LiveStreams::find_crossings() {
  for (std::uint32_t s = 0; s < all_.size(); ++s) {
    const Known& known = all_[s];
    const std::size_t source = traffics_of(netlist_)[known.traffic].sources[known.number];
    const std::size_t sink = netlist_.endpoints[known.stream.endpoint];
    ++streams_from_[source];
    ++streams_to_[sink];
    const auto cross = [&](std::size_t part) {
      if (crossing_[part].empty() || crossing_[part].back() != s) crossing_[part].push_back(s);
    };
    cross(source);
    cross(sink);
    for (const Stream::Piece& piece : known.stream.there)
      for (const Routes::Hop& hop : piece.hops) cross(hop.part);
    if (known.is_answered)
      for (const Routes::Hop& hop : known.stream.back) cross(hop.part);
  }
}

void LiveStreams::fail(const std::vector<std::size_t>& parts) {
  for (const std::uint32_t stream : affected_) state_[stream] = State::whole;
  affected_.clear();
  detoured_.clear();
  stopped_.clear();
  for (const std::size_t part : detours_.fail(parts))
    for (const std::uint32_t stream : crossing_[part]) {
      if (state_[stream] != State::whole) continue;
      state_[stream] = State::detoured;
      affected_.push_back(stream);
    }
  std::sort(affected_.begin(), affected_.end());
  for (std::size_t i = 0, crossing = affected_.size(); i < crossing; ++i) {
    const std::uint32_t stream = affected_[i];
    const Known& known = all_[stream];
    std::optional<Stream> detour = around(known);
    if (!detour) {
      stop(stream);
      continue;
    }
    sum_.add(traffics_of(netlist_)[known.traffic], known.number, offered_[known.traffic][known.number], *detour);
    detour_of_[stream] = static_cast<std::uint32_t>(detoured_.size());
    detoured_.push_back({std::move(*detour), sum_.take()});
  }
  stop_followers();
  std::sort(stopped_.begin(), stopped_.end());
  find_silent();
}

bool LiveStreams::is_broken(const std::vector<Routes::Hop>& hops) const {
  return std::any_of(hops.begin(), hops.end(),
                     [this](const Routes::Hop& hop) { return detours_.has_failed(hop.part); });
}

std::optional<Stream> LiveStreams::around(const Known& known) {
  const std::size_t source = traffics_of(netlist_)[known.traffic].sources[known.number];
  const Stream& whole = known.stream;
  if (detours_.has_failed(source) || detours_.has_failed(netlist_.endpoints[whole.endpoint])) return std::nullopt;
  Stream stream{whole.endpoint, whole.share, {}, {}};
  std::size_t outputs = 0, left = 0;
  for (auto piece = whole.there.begin(); piece != whole.there.end();) {
    const PortRef output = piece->output;
    const std::size_t before = stream.there.size();
    bool leads_there = true;
    for (; piece != whole.there.end() && piece->output == output; ++piece) {
      stream.there.push_back(
          {output, piece->way, piece->turn, piece->part,
           is_broken(piece->hops) ? detours_.hops(source, output, whole.endpoint, piece->way) : piece->hops});
      leads_there = leads_there && !stream.there.back().hops.empty();
    }
    ++outputs;
    if (leads_there)
      ++left;
    else
      stream.there.resize(before);
  }
  if (left == 0) return std::nullopt;
  // What an output without a way would have sent leaves by the others.
  for (Stream::Piece& piece : stream.there) piece.part *= static_cast<double>(outputs) / static_cast<double>(left);
  std::optional<std::vector<Routes::Hop>> back = back_around(known);
  if (!back) return std::nullopt;
  stream.back = std::move(*back);
  return stream;
}

std::optional<std::vector<Routes::Hop>> LiveStreams::back_around(const Known& known) {
  if (!known.is_answered || !is_broken(known.stream.back)) return known.stream.back;
  const std::size_t source = traffics_of(netlist_)[known.traffic].sources[known.number];
  const std::size_t responder = netlist_.endpoints[known.stream.endpoint];
  // By the output that is nearest, as answer_output() has it.
  std::vector<Routes::Hop> best;
  for (const PortRef& output : netlist_.parts[responder].config->as<ResponderPart>()->answers_by()) {
    std::vector<Routes::Hop> hops = detours_.hops(responder, output, routes_.endpoint_of(source), 0);
    if (!hops.empty() && (best.empty() || hops.size() < best.size())) best = std::move(hops);
  }
  return best.empty() ? std::nullopt : std::optional(std::move(best));
}

void LiveStreams::stop(std::uint32_t stream) {
  if (state_[stream] == State::stopped) return;
  if (state_[stream] == State::whole) affected_.push_back(stream);
  state_[stream] = State::stopped;
  stopped_.push_back(stream);
}

void LiveStreams::stop_followers() {
  const std::vector<FlatTraffic>& traffics = traffics_of(netlist_);
  const bool some_follow =
      std::any_of(traffics.begin(), traffics.end(), [](const FlatTraffic& one) { return one.leader.has_value(); });
  if (!some_follow || stopped_.empty()) return;
  const LiveSources live = live_sources();
  const TrafficChains chains(netlist_, live);
  for (std::size_t t = 0; t < traffics.size(); ++t) {
    if (!live[t].empty()) continue;
    for (const std::size_t other : chains.held_back_with(t))
      for (std::uint32_t stream = first_[other].front(); stream < first_[other].back(); ++stream) stop(stream);
  }
}

void LiveStreams::find_silent() {
  silent_sources_.clear();
  silent_sinks_.clear();
  // Streams that are left, while they are counted.
  const auto source_of = [this](std::uint32_t stream) {
    return traffics_of(netlist_)[all_[stream].traffic].sources[all_[stream].number];
  };
  const auto sink_of = [this](std::uint32_t stream) { return netlist_.endpoints[all_[stream].stream.endpoint]; };
  for (const std::uint32_t stream : stopped_) {
    if (--streams_from_[source_of(stream)] == 0) silent_sources_.push_back(source_of(stream));
    if (--streams_to_[sink_of(stream)] == 0) silent_sinks_.push_back(sink_of(stream));
  }
  for (const std::uint32_t stream : stopped_) {
    ++streams_from_[source_of(stream)];
    ++streams_to_[sink_of(stream)];
  }
  std::sort(silent_sources_.begin(), silent_sources_.end());
  std::sort(silent_sinks_.begin(), silent_sinks_.end());
}

LiveSources LiveStreams::live_sources() const {
  LiveSources live;
  for (const std::vector<std::uint32_t>& first : first_) {
    live.emplace_back();
    for (std::size_t number = 0; number + 1 < first.size(); ++number)
      for (std::uint32_t stream = first[number]; stream < first[number + 1]; ++stream) {
        if (state_[stream] == State::stopped) continue;
        live.back().push_back(number);
        break;
      }
  }
  return live;
}

const Stream& LiveStreams::current(std::uint32_t stream) const {
  return state_[stream] == State::detoured ? detoured_[detour_of_[stream]].stream : all_[stream].stream;
}

const RouteLoads::Sparse& LiveStreams::current_loads(std::uint32_t stream) const {
  return state_[stream] == State::detoured ? detoured_[detour_of_[stream]].loads : all_[stream].loads;
}

double LiveStreams::share_left(std::size_t traffic, std::size_t number) const {
  double left = 0;
  for (std::uint32_t stream = first_[traffic][number]; stream < first_[traffic][number + 1]; ++stream)
    if (state_[stream] != State::stopped) left += all_[stream].stream.share;
  return left;
}

bool LiveStreams::keeps_rate(std::size_t traffic) const {
  return !traffics_of(netlist_)[traffic].trace_has_sinks;
}

OfferedTraffic LiveStreams::offered() const {
  const LiveSources live = live_sources();
  const AllRequests all = all_requests(netlist_, live);
  const bool others_differ =
      all.under_way != all_requests_.under_way || all.read != all_requests_.read || all.write != all_requests_.write;
  std::optional<RouteLoads> among;
  if (others_differ) among.emplace(netlist_, transits_, all);
  std::vector<FlowLoads::OfTraffic> loads;
  std::vector<OfferedRate> rates;
  for (std::size_t t = 0; t < live.size(); ++t) {
    loads.push_back(loads_of(t, live[t], among));
    rates.push_back(rate_of(t, live[t], all));
  }
  FlowLoads sum(netlist_, loads);
  return {live, std::move(rates), std::move(sum)};
}

FlowLoads::OfTraffic LiveStreams::loads_of(std::size_t traffic, const std::vector<std::size_t>& live,
                                           std::optional<RouteLoads>& among) const {
  const FlatTraffic& flat = traffics_of(netlist_)[traffic];
  FlowLoads::OfTraffic sum;
  sum.parts.resize(netlist_.parts.size());
  sum.connections.resize(netlist_.connections.size());
  sum.sources = live.size();
  for (const std::size_t number : live) {
    const OfferedLoad& offered = offered_[traffic][number];
    const std::uint64_t size = sizes_[traffic][number];
    sum.message = number == live.front() || sum.message == size ? size : 0;
    if (offered.bytes == 0) continue;
    const double left = share_left(traffic, number), sent = keeps_rate(traffic) ? 1 : left;
    sum.asked += offered.bytes * sent;
    for (std::uint32_t stream = first_[traffic][number]; stream < first_[traffic][number + 1]; ++stream) {
      if (state_[stream] == State::stopped) continue;
      if (among && flat.options.asks()) {
        among->add(flat, number, offered, current(stream));
        add_scaled(sum, among->take(), sent / left);
      } else {
        add_scaled(sum, current_loads(stream), sent / left);
      }
    }
  }
  return sum;
}

OfferedRate LiveStreams::rate_of(std::size_t traffic, const std::vector<std::size_t>& live,
                                 const AllRequests& all) const {
  const FlatTraffic& flat = traffics_of(netlist_)[traffic];
  OfferedRate rate;
  double bytes = 0, messages = 0;
  for (const std::size_t number : live) {
    const double sent = keeps_rate(traffic) ? 1 : share_left(traffic, number);
    bytes += offered_[traffic][number].bytes * sent;
    messages += offered_[traffic][number].messages * sent;
  }
  if (messages > 0) rate.message = bytes / messages;
  if (live.empty())
    rate.asked = 0;
  else if (mean_rate(flat) > 0 || is_silent(flat))
    rate.asked = bytes / static_cast<double>(live.size());
  rate.loop = closed_loop(netlist_, flat, live, all, [&](std::size_t number) {
    const double left = share_left(traffic, number);
    std::vector<SharedStream> streams;
    for (std::uint32_t stream = first_[traffic][number]; stream < first_[traffic][number + 1]; ++stream)
      if (state_[stream] != State::stopped) streams.push_back({&current(stream), all_[stream].stream.share / left});
    return streams;
  });
  return rate;
}

}  // namespace isochron
