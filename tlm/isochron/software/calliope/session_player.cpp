// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/session_player.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>

namespace isochron {

SessionPlayer::SessionPlayer(const sc_core::sc_module_name& name, const Domain& domain, unsigned unit,
                             std::uint64_t streams, SessionTable& sessions, std::uint64_t message,
                             CentralProcess& central, const Programme& programme)
    : sc_module(name),
      orders("orders", taken_),
      ended("ended"),
      region_(domain.region),
      unit_(unit),
      sessions_(sessions),
      central_(central),
      programme_(programme),
      post_(domain.pool, ended, SessionPost::station_of(unit), message),
      session_of_(streams, nobody) {
  central_.set_viewing(*this);
}

void SessionPlayer::take(Payload& payload, Time now) {
  const std::uint32_t number = SessionPost::session_of(payload);
  if (!works_ || !sessions_.plays(number, unit_, SessionPost::attempt_of(payload))) return;
  const Session& session = sessions_.at(number);
  Playing playing{number, {}, session.members};
  for (unsigned member = 0; member < session.members; ++member) {
    const std::uint32_t stream = central_.begin(programme_.item(session, member), now);
    playing.streams.push_back(stream);
    session_of_[stream] = number;
  }
  playing_.push_back(std::move(playing));
  if (traced_) probe_.set(now, playing_.size());
}

void SessionPlayer::seen(std::uint32_t stream, Time now) {
  const std::uint32_t number = session_of_[stream];
  const auto found = std::find_if(playing_.begin(), playing_.end(),
                                  [number](const Playing& playing) { return playing.session == number; });
  if (found == playing_.end() || found->to_be_seen == 0 || --found->to_be_seen > 0) return;
  Session& session = sessions_.at(number);
  session.began = now;
  const std::uint32_t attempt = session.attempt;
  const Time over = now + session.left();
  region_.call_at(over, [this, number, attempt, over] { end(number, attempt, over); });
}

void SessionPlayer::end(std::uint32_t number, std::uint32_t attempt, Time now) {
  if (!works_ || !sessions_.plays(number, unit_, attempt)) return;
  const auto found = std::find_if(playing_.begin(), playing_.end(),
                                  [number](const Playing& playing) { return playing.session == number; });
  if (found == playing_.end()) return;  // the unit has failed and returned since
  for (const std::uint32_t stream : found->streams) {
    central_.end(stream, now);
    session_of_[stream] = nobody;
  }
  playing_.erase(found);
  ++ended_;
  if (traced_) probe_.set(now, playing_.size());
  Session& session = sessions_.at(number);
  session.played = session.length;
  post_.send(SessionPost::Kind::ended, SessionPost::coordinator, session, now);
}

void SessionPlayer::fail(Time now) {
  works_ = false;
  for (const Playing& playing : playing_) {
    Session& session = sessions_.at(playing.session);
    if (playing.to_be_seen == 0) session.played += now - session.began;
    for (const std::uint32_t stream : playing.streams) session_of_[stream] = nobody;
  }
  playing_.clear();
  central_.fail(now);
  if (traced_) probe_.set(now, 0);
}

void SessionPlayer::restore(Time now) {
  works_ = true;
  post_.send_returned(now);
}

Statistics<SessionPlayer> SessionPlayer::statistics() {
  Statistics<SessionPlayer> table;
  table.count(
      "sessions", [](const SessionPlayer& player) { return player.playing_.size(); },
      "that it plays at the window's end");
  table.count("ended", &SessionPlayer::ended_, "sessions whose end it reported");
  return table;
}

void SessionPlayer::list_probes(ProbeList& list) {
  list.add(probe_, name(), "sessions", 0xffff, "that it plays");
}

void SessionPlayer::start_trace(Time now) {
  traced_ = true;
  probe_.set(now, playing_.size());
}

TypeInfo SessionPlayer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "What a storage unit does for the coordinator: plays the sessions that it is ordered to";
  info.source = "Calliope, section 2.2";
  info.ports = {{"orders", "hand-over", "target", "sessions that it is to play"},
                {"ended", "hand-over", "initiator", "sessions that are over, and that it works again"},
                {"central", CentralProcess::calls, "initiator", "the process that begins and ends its streams"},
                {"sessions", SessionTable::calls, "initiator", "the clients, who have the sessions"},
                {"service", StorageService::calls, "target", "a part that lets it fail and return"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
