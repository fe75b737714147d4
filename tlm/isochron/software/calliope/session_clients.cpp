// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/session_clients.h>

#include <algorithm>
#include <cmath>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

namespace {

__extension__ typedef unsigned __int128 WideTime;

constexpr std::uint64_t million = 1'000'000;

/// Exponential with this mean, ps; one or more.
Time draw_time(SplitMix64& stream, double mean) {
  const double drawn = boost::random::exponential_distribution<double>(1 / mean)(stream);
  return std::max<Time>(static_cast<Time>(std::llround(drawn)), 1);
}

bool draw_whether(SplitMix64& stream, std::uint64_t share) {
  return boost::random::uniform_int_distribution<std::uint64_t>(0, million - 1)(stream) < share;
}

}  // namespace

struct SessionClients::Probes {
  NumberProbe requested;
};

ParameterTable SessionClients::Config::parameters() {
  const std::string paper = "Calliope, section ";
  ParameterTable table;
  table.event_rate("rate", rate, {1, 1'000'000 * million}, "requests of all clients", paper + "3.3");
  table.choice("arrivals", arrivals, {"poisson", "constant"}, "gaps between requests: exponential, or all alike",
               "our own");
  table.count_or("requests", requests, "unlimited", {0, 1'000'000'000}, "after which the clients stop", "our own");
  table.duration("session", session, {microsecond, 100'000 * second}, "length of a session, or the mean of it",
                 paper + "3.3");
  table.choice("lengths", lengths, {"constant", "exponential"}, "distribution of that length", "our own");
  table.count("contents", contents, {1, million}, "items of content", "our own");
  table.fraction("zipf", zipf, {0, 4 * million},
                 "exponent z: item c, from 1, is asked for in proportion to c^-z; 0: all alike", "our own");
  table.fraction("composite", composite, {0, million}, "of the sessions: groups of two streams, video and audio",
                 paper + "2.2; the fraction is our own");
  table.fraction("recordings", recordings, {0, million}, "of the sessions: they record",
                 paper + "2.1; the fraction is our own");
  table.fraction("estimate", estimate, {million, 100 * million},
                 "that a client makes of a recording's length, as a multiple of it", "our own");
  table.counts_where(table.at_least("recordings", 1), {"estimate"});
  table.counts_where(table.at_least("contents", 2), {"zipf"});
  return table;
}

SessionClients::SessionClients(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               SessionTable& sessions, std::uint64_t seed)
    : sc_module(name),
      requests("requests"),
      region_(domain.region),
      config_(config),
      sessions_(sessions),
      post_(domain.pool, requests, SessionPost::clients, config.message),
      gaps_(random_stream(seed, this->name(), "gap")),
      contents_(random_stream(seed, this->name(), "content")),
      lengths_(random_stream(seed, this->name(), "length")),
      kinds_(random_stream(seed, this->name(), "kind")) {
  if (config_.zipf > 0) {
    const double exponent = -static_cast<double>(config_.zipf) / static_cast<double>(million);
    constexpr double whole = 4294967296.0;
    std::uint64_t sum = 0;
    for (std::uint64_t item = 1; item <= config_.contents; ++item) {
      const double weight = whole * std::pow(static_cast<double>(item), exponent);
      sum += std::max<std::uint64_t>(static_cast<std::uint64_t>(std::llround(weight)), 1);
      weights_.push_back(sum);
    }
  }
  region_.join(*this, Region::Rank::timer);
  SC_HAS_PROCESS(SessionClients);
  SC_METHOD(start);  // at time 0
}

SessionClients::~SessionClients() = default;

void SessionClients::start() {
  region_.advance(kernel_now());
  schedule_next();
}

void SessionClients::schedule_next() {
  if (config_.requests != 0 && made_ == config_.requests) return;
  constexpr WideTime picoseconds = static_cast<WideTime>(second) * million;
  if (config_.arrivals == Arrivals::constant)
    next_ = static_cast<Time>((made_ + 1) * picoseconds / config_.rate);
  else
    next_ += draw_time(gaps_,
                       static_cast<double>(second) * static_cast<double>(million) / static_cast<double>(config_.rate));
  region_.schedule(*this, next_);
}

void SessionClients::complete(Time now) {
  Session& session = sessions_.create(now);
  fill_in(session);
  ++made_;
  post_.send(SessionPost::Kind::request, SessionPost::coordinator, session, now);
  if (__builtin_expect(traced_, 0)) own_probes_->requested.set(now, made_);
  schedule_next();
}

// Every session draws all of it, so that each has the same content and length whatever else is asked for.
void SessionClients::fill_in(Session& session) {
  session.content = draw_content();
  const Time drawn = draw_time(lengths_, static_cast<double>(config_.session));
  session.length = config_.lengths == Lengths::constant ? config_.session : drawn;
  session.members = draw_whether(kinds_, config_.composite) ? 2 : 1;
  session.records = draw_whether(kinds_, config_.recordings);
  session.estimate = static_cast<Time>(static_cast<WideTime>(session.length) * config_.estimate / million);
}

std::uint32_t SessionClients::draw_content() {
  using Uniform = boost::random::uniform_int_distribution<std::uint64_t>;
  if (weights_.empty()) return static_cast<std::uint32_t>(Uniform(0, config_.contents - 1)(contents_));
  const std::uint64_t drawn = Uniform(0, weights_.back() - 1)(contents_);
  return static_cast<std::uint32_t>(std::upper_bound(weights_.begin(), weights_.end(), drawn) - weights_.begin());
}

void SessionClients::start_window(Time) {
  made_before_ = made_;
}

void SessionClients::report(StatisticSink& sink) {
  sink.part(name()).count("requests", made_ - made_before_);
}

void SessionClients::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->requested, name(), "requested", 0xffffffff, "sessions asked for so far");
}

void SessionClients::start_trace(Time now) {
  traced_ = true;
  own_probes_->requested.set(now, made_);
}

TypeInfo SessionClients::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Clients of a multimedia server: they ask for sessions, without waiting for one another";
  info.source = "Calliope, sections 2.1 and 3.3";
  info.ports = {{"requests", "hand-over", "initiator", "for sessions"},
                {"sessions", SessionTable::calls, "target", "parts that know the sessions"}};
  info.statistics = {{"requests", "1", "requests made"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
