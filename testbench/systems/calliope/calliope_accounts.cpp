// SPDX-License-Identifier: Apache-2.0
#include "systems/calliope/calliope_accounts.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include <isochron/machine/run/resource_bound.h>
#include <isochron/software/calliope/coordinator.h>
#include <isochron/software/calliope/session_clients.h>

#include "systems/calliope/calliope_run.h"

namespace isochron::testbench {

namespace {

void expect(bool good, const std::string& what, Time now) {
  if (!good) throw std::runtime_error(what + " at " + std::to_string(seconds(now)) + " s");
}

/// By the bounds of one storage unit with the parameters that it has of `settings`.
std::uint64_t carried_streams(const Settings& settings) {
  const auto unit = library_machine(calliope_msu);
  const ParameterTable table = unit->parameters();
  Settings its = settings;
  for (auto one = its.begin(); one != its.end();) one = table.find(one->first) == nullptr ? its.erase(one) : ++one;
  set_all(*unit, its);
  const std::vector<ResourceBound> bounds = unit->bounds();
  return static_cast<std::uint64_t>(tightest(bounds)->limit * 8 /
                                    static_cast<double>(number_of(*unit, "streams.rate")));
}

template <class Part>
const Part& part_named(const char* name) {
  return dynamic_cast<const Part&>(*sc_core::sc_find_object(name));
}

}  // namespace

CalliopeAccounts::CalliopeAccounts(const Settings& settings) {
  const auto machine = library_machine(calliope, settings);
  const auto number = [&machine](const char* path) { return number_of(*machine, path); };
  units_ = static_cast<unsigned>(number("coordinator.units"));
  streams_a_unit_ = number("coordinator.streams_a_unit");
  if (value_of<std::string>(*machine, "unit") == "real")
    streams_a_unit_ = std::min(streams_a_unit_, carried_streams(settings));
  failures_ = value_of<std::vector<std::uint64_t>>(*machine, "coordinator.failures");
  fail_ = number("coordinator.fail_at") + number("coordinator.detection");
  const Time returns = number("coordinator.return_at");
  return_ = returns == 0 ? ~Time{0} : returns;
}

bool CalliopeAccounts::may_fail(std::uint64_t unit) const {
  return std::find(failures_.begin(), failures_.end(), unit) != failures_.end();
}

void CalliopeAccounts::check(Time now) const {
  using State = Session::State;
  const auto& coordinator = part_named<Coordinator>("coordinator");
  const SessionTable& sessions = part_named<SessionClients>("clients").sessions();
  std::vector<std::uint64_t> streams(units_);
  std::array<std::uint64_t, Session::states> found{};
  sessions.for_each([&](const Session& session) {
    ++found[static_cast<std::size_t>(session.state)];
    if (session.state == State::playing) streams[session.unit] += session.members;
    if (session.state != State::lost) return;
    expect(may_fail(session.unit), "a session of unit " + std::to_string(session.unit) + " is lost", now);
  });
  std::uint64_t sum = 0;
  for (std::size_t state = 0; state < Session::states; ++state) {
    const std::uint64_t count = sessions.count(static_cast<State>(state));
    sum += count;
    const bool over = static_cast<State>(state) == State::ended || static_cast<State>(state) == State::lost;
    expect(over ? found[state] <= count : found[state] == count, "accounts do not agree", now);
  }
  expect(sum == sessions.created(), "sessions have gone", now);
  for (unsigned unit = 0; unit < units_; ++unit) {
    expect(streams[unit] == coordinator.streams(unit), "unit has other streams", now);
    expect(streams[unit] <= streams_a_unit_, "too many streams", now);
    const bool fails = may_fail(unit) && now >= fail_ && now <= return_;
    expect(coordinator.available(unit) == !fails, "unit has the wrong state", now);
    expect(!fails || streams[unit] == 0, "a failed unit has streams", now);
  }
}

}  // namespace isochron::testbench
