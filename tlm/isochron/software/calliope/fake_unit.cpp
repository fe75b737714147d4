// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/fake_unit.h>

#include <algorithm>
#include <functional>

#include <isochron/observe/probe_list.h>

namespace isochron {

FakeUnit::FakeUnit(const sc_core::sc_module_name& name, const Domain& domain, unsigned unit, SessionTable& sessions,
                   std::uint64_t message)
    : sc_module(name),
      orders("orders", taken_),
      ended("ended"),
      region_(domain.region),
      unit_(unit),
      sessions_(sessions),
      post_(domain.pool, ended, SessionPost::station_of(unit), message) {
  region_.join(*this, Region::Rank::timer);
}

void FakeUnit::take(Payload& payload, Time now) {
  const std::uint32_t number = SessionPost::session_of(payload);
  if (!works_ || !sessions_.plays(number, unit_, SessionPost::attempt_of(payload))) return;
  Session& session = sessions_.at(number);
  session.began = now;
  playing_.push_back({now + session.left(), number});
  std::push_heap(playing_.begin(), playing_.end(), std::greater<>());
  region_.schedule(*this, playing_.front().end);
  level_.change(now, 1);
  show(now);
}

void FakeUnit::complete(Time now) {
  while (!playing_.empty() && playing_.front().end == now) {
    std::pop_heap(playing_.begin(), playing_.end(), std::greater<>());
    Session& session = sessions_.at(playing_.back().session);
    playing_.pop_back();
    session.played = session.length;
    level_.change(now, -1);
    ++ended_;
    post_.send(SessionPost::Kind::ended, SessionPost::coordinator, session, now);
  }
  if (!playing_.empty()) region_.schedule(*this, playing_.front().end);
  show(now);
}

void FakeUnit::fail(Time now) {
  works_ = false;
  for (const Playing& playing : playing_) {
    Session& session = sessions_.at(playing.session);
    session.played += now - session.began;
  }
  level_.change(now, -static_cast<std::int64_t>(playing_.size()));
  playing_.clear();
  region_.cancel(*this);
  show(now);
}

void FakeUnit::restore(Time now) {
  works_ = true;
  post_.send_returned(now);
}

Statistics<FakeUnit> FakeUnit::statistics() {
  Statistics<FakeUnit> table;
  table.mean("sessions", &FakeUnit::level_, "that it plays, mean over time");
  table.count("ended", &FakeUnit::ended_, "sessions whose end it reported");
  return table;
}

void FakeUnit::list_probes(ProbeList& list) {
  list.add(probe_, name(), "sessions", 0xffff, "that it plays");
}

void FakeUnit::start_trace(Time now) {
  traced_ = true;
  show(now);
}

void FakeUnit::show(Time now) {
  if (__builtin_expect(traced_, 0)) probe_.set(now, static_cast<std::uint64_t>(level_.level()));
}

TypeInfo FakeUnit::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Storage unit that plays nothing, and reports the end of each session when its time is over";
  info.source = "Calliope, section 3.3";
  info.ports = {{"orders", "hand-over", "target", "sessions that it is to play"},
                {"ended", "hand-over", "initiator", "sessions that are over, and that it works again"},
                {"sessions", SessionTable::calls, "initiator", "the clients, who have the sessions"},
                {"service", StorageService::calls, "target", "a part that lets it fail and return"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
