// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/coordinator.h>

#include <algorithm>
#include <numeric>
#include <string>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {

__extension__ typedef unsigned __int128 WideWork;

constexpr std::uint64_t whole_fraction = 1'000'000;

}  // namespace

struct Coordinator::Probes {
  PhaseProbe messages;
  NumberProbe deciding;
  NumberProbe queue;
  NumberProbe streams;
  UtilisationProbe utilisation;
};

ParameterTable Coordinator::Config::parameters() {
  const std::string paper = "Calliope, section ";
  ParameterTable table;
  table.duration("processor", processor, {nanosecond, second}, "of the coordinator's processor, for a session",
                 paper + "3.3: 14 % at 60 requests a second");
  table.fraction("ending", ending, {0, whole_fraction - 1},
                 "of that time, for the notice of the session's end; the rest is for its request", "our own");
  table.count("streams_a_unit", streams_a_unit, {1, 10'000}, "that a unit has bandwidth for", paper + "3.3");
  table.count("copies", copies, {1, 10'000}, "of each item of content, at as many units", "our own");
  table.count("stride", stride, {1, 10'000}, "from a unit to that with the next copy of the same item", "our own");
  table.bytes("space", space, {0, 1'000'000'000'000'000}, "of a unit for recordings; none is ever removed",
              paper + "3: two disks of 2 GB");
  table.choice("policy", policy, {"end", "resume"},
               "what becomes of the sessions of a unit that fails: they end, or go on at another unit with a copy",
               "our own");
  table.counts_where(table.at_least("copies", 2), {"stride", "policy"});
  return table;
}

Time Coordinator::Config::end_work() const {
  return static_cast<Time>(static_cast<WideWork>(processor) * ending / whole_fraction);
}

std::uint64_t Coordinator::Config::bytes_of(const Session& session, Time length) const {
  constexpr WideWork bit_times = static_cast<WideWork>(8) * second;
  return static_cast<std::uint64_t>((static_cast<WideWork>(length) * rate * session.members + bit_times - 1) /
                                    bit_times);
}

Coordinator::Coordinator(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         SessionTable& sessions)
    : sc_module(name),
      messages("messages", taken_),
      orders("orders"),
      region_(domain.region),
      config_(config),
      sessions_(sessions),
      post_(domain.pool, orders, SessionPost::coordinator, config.message),
      units_(config.units),
      room_(config.units * config.streams_a_unit) {
  for (Unit& unit : units_) {
    unit.space = config_.space;
    unit.on_a_disk.resize(config_.disks);
  }
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  region_.join(static_cast<Region::Update&>(*this));
}

Coordinator::~Coordinator() = default;

void Coordinator::take(Payload& payload, Time now) {
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->messages.event(now, Phase::arrived, transaction_of(payload));
  Job job;
  job.kind = SessionPost::kind_of(payload);
  job.session = SessionPost::session_of(payload);
  job.attempt = SessionPost::attempt_of(payload);
  job.came = now;
  switch (job.kind) {
    case SessionPost::Kind::request:
      sessions_.set_state(sessions_.at(job.session), Session::State::deciding);
      ++requested_;
      ++counts_.requested;
      ++requests_inside_;
      count_asked(now, 1);
      jobs_.push(now, job.session, job);
      break;
    case SessionPost::Kind::ended:
      job.unit = SessionPost::unit_of(payload);
      (config_.end_work() == 0 ? ends_ : jobs_).push(now, job.session, job);
      break;
    case SessionPost::Kind::returned:
      returned_.push(now, SessionPost::unit_of(payload), SessionPost::unit_of(payload));
      break;
    case SessionPost::Kind::order:
      throw ModelError(std::string(this->name()) + ": an order came, which is for units");
  }
  region_.request_update(*this);
}

void Coordinator::connection_broken(unsigned unit, Time now) {
  broken_.push(now, unit, unit);
  region_.request_update(*this);
}

void Coordinator::complete(Time) {
  done_ = true;
  region_.request_update(*this);
}

void Coordinator::update(Time now) {
  const bool through = done_;
  done_ = false;
  if (through) busy_.leave(now);
  while (!ends_.empty()) end(ends_.pop(), now);
  if (through && job_.kind == SessionPost::Kind::ended) end(job_, now);
  while (!broken_.empty()) lose_unit(broken_.pop(), now);
  while (!returned_.empty()) restore_unit(returned_.pop());
  if (freed_) {
    admit_from(resumed_, now);
    admit_from(queue_, now);
    freed_ = false;
  }
  if (through && job_.kind == SessionPost::Kind::request) decide(job_, now);
  start_next(now);
  check_books();
  show(now);
}

void Coordinator::end(const Job& job, Time now) {
  if (!sessions_.plays(job.session, job.unit, job.attempt)) return;  // it has been given up meanwhile
  finish(sessions_.at(job.session), now);
}

void Coordinator::finish(Session& session, Time now) {
  release(session, session.records ? config_.bytes_of(session, session.length) : 0, now);
  sessions_.set_state(session, Session::State::ended);
  ++counts_.ended;
  note(session, now);
}

void Coordinator::restore_unit(unsigned unit) {
  if (units_[unit].up) return;
  units_[unit].up = true;
  room_ += config_.streams_a_unit;
  freed_ = true;
}

void Coordinator::lose_unit(unsigned unit, Time now) {
  if (!units_[unit].up) return;
  units_[unit].up = false;
  room_ -= config_.streams_a_unit - units_[unit].streams;
  sessions_.for_each([&](Session& session) {
    if (session.state != Session::State::playing || session.unit != unit) return;
    if (session.left() == 0) {  // it was over before, and only the notice is missing
      finish(session, now);
      return;
    }
    // What a failed unit has recorded of a part is of no use.
    release(session, 0, now);
    const bool elsewhere = !session.records && config_.copies > 1;
    if (config_.policy == Policy::end || !elsewhere) {
      lose(session);
      return;
    }
    sessions_.set_state(session, Session::State::deciding);
    ++requests_inside_;
    ++counts_.resumed;
    Job job;
    job.session = session.number;
    job.came = now;
    job.again = true;
    again_.push(now, session.number, job);
  });
  if (units_[unit].streams != 0 || units_[unit].sessions != 0)
    throw ModelError(std::string(name()) + ": unit " + std::to_string(unit) + " has failed and still has streams");
}

void Coordinator::lose(Session& session) {
  sessions_.set_state(session, Session::State::lost);
  ++counts_.lost;
  counts_.streams_lost += session.members;
}

void Coordinator::note(const Session& session, Time now) {
  const std::uint64_t what = std::uint64_t{session.number} << 32 | std::uint64_t{session.unit} << 8 |
                             static_cast<std::uint64_t>(session.state);
  fingerprint_ = mix(fingerprint_ ^ mix(now) ^ what);
}

void Coordinator::decide(const Job& job, Time now) {
  Session& session = sessions_.at(job.session);
  --requests_inside_;
  decided_.add(now - job.came);
  if (!admit(session, now)) wait(job.again ? resumed_ : queue_, session, now);
}

void Coordinator::wait(Queue& queue, Session& session, Time now) {
  sessions_.set_state(session, Session::State::queued);
  queue.push(now, session.number, session.number);
  queued_.change(now, 1);
  counts_.longest_queue = std::max(counts_.longest_queue, waiting());
}

void Coordinator::admit_from(Queue& queue, Time now) {
  for (std::size_t i = 0; i < queue.size() && room_ > 0;) {
    if (admit(sessions_.at(queue[i]), now)) {
      queue.remove(i);
      queued_.change(now, -1);
    } else {
      ++i;
    }
  }
}

bool Coordinator::admit(Session& session, Time now) {
  const unsigned none = static_cast<unsigned>(units_.size());
  unsigned best = none;
  const auto consider = [&](unsigned unit) {
    if (!can_take(unit, session, first_disk(unit, session))) return;
    const bool better = best == none || units_[unit].streams < units_[best].streams ||
                        (units_[unit].streams == units_[best].streams && unit < best);
    if (better) best = unit;
  };
  if (session.records)
    for (unsigned unit = 0; unit < none; ++unit) consider(unit);
  else
    for (std::uint64_t copy = 0; copy < config_.copies; ++copy) consider(config_.unit_of(session.content, copy));
  if (best == none) return false;
  Unit& unit = units_[best];
  session.unit = best;
  session.disk = first_disk(best, session);
  // A session that is resumed has arrived before.
  if (session.attempt++ == 0) count_arrived(now, 1);
  ++unit.sessions;
  ++sessions_at_units_;
  unit.streams += session.members;
  room_ -= session.members;
  for (unsigned member = 0; member < session.members; ++member)
    ++unit.on_a_disk[(session.disk + member) % config_.disks];
  if (session.records) unit.space -= config_.bytes_of(session, session.estimate);
  check_unit(best);
  streams_.change(now, session.members);
  sessions_.set_state(session, Session::State::playing);
  ++counts_.admitted;
  note(session, now);
  post_.send(SessionPost::Kind::order, SessionPost::station_of(best), session, now);
  return true;
}

unsigned Coordinator::first_disk(unsigned unit, const Session& session) const {
  if (!session.records) return config_.disk_of(session.content);
  const std::vector<std::uint64_t>& disks = units_[unit].on_a_disk;
  return static_cast<unsigned>(std::min_element(disks.begin(), disks.end()) - disks.begin());
}

bool Coordinator::can_take(unsigned unit, const Session& session, unsigned disk) const {
  const Unit& at = units_[unit];
  if (!at.up || at.streams + session.members > config_.streams_a_unit) return false;
  if (session.records && config_.bytes_of(session, session.estimate) > at.space) return false;
  // Members go round the disks: one of them may have several.
  for (unsigned member = 0; member < session.members; ++member) {
    const unsigned before = member / static_cast<unsigned>(config_.disks);
    if (at.on_a_disk[(disk + member) % config_.disks] + before >= config_.streams_a_disk()) return false;
  }
  return true;
}

void Coordinator::release(const Session& session, std::uint64_t used, Time now) {
  Unit& unit = units_[session.unit];
  --unit.sessions;
  --sessions_at_units_;
  unit.streams -= session.members;
  if (unit.up) room_ += session.members;
  for (unsigned member = 0; member < session.members; ++member)
    --unit.on_a_disk[(session.disk + member) % config_.disks];
  if (session.records) unit.space += config_.bytes_of(session, session.estimate) - used;
  check_unit(session.unit);
  streams_.change(now, -static_cast<std::int64_t>(session.members));
  freed_ = true;
}

void Coordinator::start_next(Time now) {
  if (busy_.inside() || (again_.empty() && jobs_.empty())) return;
  job_ = again_.empty() ? jobs_.pop() : again_.pop();
  const bool request = job_.kind == SessionPost::Kind::request;
  if (request) waits_.add(now - job_.came);
  busy_.enter(now);
  region_.schedule(*this, now + (request ? config_.request_work() : config_.end_work()));
}

void Coordinator::check_unit(unsigned unit) const {
  const Unit& at = units_[unit];
  // Below zero a count is beyond all bounds.
  const bool within = at.streams <= config_.streams_a_unit && at.space <= config_.space &&
                      std::accumulate(at.on_a_disk.begin(), at.on_a_disk.end(), std::uint64_t{0}) == at.streams &&
                      std::all_of(at.on_a_disk.begin(), at.on_a_disk.end(),
                                  [this](std::uint64_t streams) { return streams <= config_.streams_a_disk(); });
  if (!within)
    throw ModelError(std::string(name()) + ": unit " + std::to_string(unit) + " has " + std::to_string(at.streams) +
                     " streams and " + std::to_string(at.space) + " B free, beyond what it can have");
}

void Coordinator::check_books() const {
  using State = Session::State;
  const std::uint64_t deciding = sessions_.count(State::deciding), queued = sessions_.count(State::queued),
                      playing = sessions_.count(State::playing), ended = sessions_.count(State::ended),
                      lost = sessions_.count(State::lost);
  if (requested_ == deciding + queued + playing + ended + lost && deciding == requests_inside_ && queued == waiting() &&
      playing == sessions_at_units_)
    return;
  throw ModelError(std::string(name()) + ": " + std::to_string(requested_) + " sessions were requested; " +
                   std::to_string(deciding) + " deciding, " + std::to_string(queued) + " queued, " +
                   std::to_string(playing) + " playing, " + std::to_string(ended) + " ended, " + std::to_string(lost) +
                   " lost; inside are " + std::to_string(requests_inside_) + ", " + std::to_string(waiting()) +
                   " and " + std::to_string(sessions_at_units_));
}

Statistics<Coordinator> Coordinator::statistics() {
  const auto counted = [](std::uint64_t Counts::*number) {
    return [number](const Coordinator& at) { return at.counts_.*number; };
  };
  Statistics<Coordinator> table;
  table.fraction("utilisation", &Coordinator::busy_, "fraction of time that the processor works");
  table.mean("queue_depth", &Coordinator::queued_, "sessions that wait for a unit, mean over time");
  table.count("queue_longest", counted(&Counts::longest_queue), "most sessions that waited for a unit");
  table.mean("streams", &Coordinator::streams_, "streams that have a place at a unit, mean over time");
  table.count("requested", counted(&Counts::requested), "requests that came");
  table.count("admitted", counted(&Counts::admitted), "sessions that got a unit, those that were resumed again");
  table.count("resumed", counted(&Counts::resumed), "sessions of failed units that are to go on elsewhere");
  table.count("ended", counted(&Counts::ended), "sessions whose end was reported");
  table.count("lost", counted(&Counts::lost), "sessions that were given up, since their unit failed");
  table.count("streams_lost", counted(&Counts::streams_lost), "their streams");
  table.count(
      "deciding", [](const Coordinator& at) { return at.requests_inside_; },
      "requests that wait for the processor or have it, at the end");
  table.count("queued", &Coordinator::waiting, "sessions that wait for a unit, at the end");
  table.count(
      "playing", [](const Coordinator& at) { return at.sessions_at_units_; }, "sessions that have a unit, at the end");
  table.distribution("scheduling", &Coordinator::decided_, "from a request's arrival to its decision; a distribution");
  table.distribution("waiting", &Coordinator::waits_,
                     "of that the time until the processor begins with it; a distribution");
  return table;
}

void Coordinator::start_window(Time now) {
  WithStatistics::start_window(now);
  counts_ = {};
  counts_.longest_queue = waiting();
}

void Coordinator::report_waits(std::vector<Wait>& waits) const {
  if (waiting() > 0) waits.push_back({name(), "a unit, for " + std::to_string(waiting()) + " sessions", "the units"});
}

void Coordinator::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->messages, name(), "ARRIVED: a request, the notice of an end, or that a unit has returned");
  list.add(own_probes_->deciding, name(), "deciding", 0xffff, "requests that wait for the processor, or have it");
  list.add(own_probes_->queue, name(), "queue", 0xffff, "sessions that wait for a unit");
  list.add(own_probes_->streams, name(), "streams", 0xffff, "that have a place at a unit");
  list.add(own_probes_->utilisation, name(), "fraction of the time that the processor works");
}

void Coordinator::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->messages.clear(now);
  show_traced(now);
}

void Coordinator::show_traced(Time now) {
  probes_->deciding.set(now, requests_inside_);
  probes_->queue.set(now, waiting());
  probes_->streams.set(now, static_cast<std::uint64_t>(streams_.level()));
  probes_->utilisation.set(now, busy_.inside());
}

TypeInfo Coordinator::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Coordinator of a multimedia server: decides which storage unit plays a session, and when";
  info.source = "Calliope, sections 2.2 and 3.3";
  info.ports = {{"messages", "hand-over", "target", "requests of clients, and what units report"},
                {"orders", "hand-over", "initiator", "sessions, to the units that are to play them"},
                {"sessions", SessionTable::calls, "initiator", "the clients, who have the sessions"},
                {"connections", calls, "target", "a part that breaks connections to units"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
