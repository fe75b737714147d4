// SPDX-License-Identifier: Apache-2.0
#include "system/calliope_books.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

namespace isochron::testbench {

namespace {

void expect(bool good, const std::string& what, Time now) {
  if (!good) throw std::runtime_error(what + " at " + std::to_string(seconds(now)) + " s");
}

}  // namespace

void check_books(const Calliope& machine, Time now, const CalliopeParameters& p) {
  using State = Session::State;
  const Coordinator& coordinator = machine.coordinator();
  const auto may_fail = [&p](std::uint64_t unit) {
    return std::find(p.failures.begin(), p.failures.end(), unit) != p.failures.end();
  };
  std::vector<std::uint64_t> streams(p.coordinator.units);
  std::array<std::uint64_t, Session::states> found{};
  machine.sessions().for_each([&](const Session& session) {
    ++found[static_cast<std::size_t>(session.state)];
    if (session.state == State::playing) streams[session.unit] += session.members;
    if (session.state != State::lost) return;
    expect(may_fail(session.unit), "a session of unit " + std::to_string(session.unit) + " is lost", now);
  });
  std::uint64_t sum = 0;
  for (std::size_t state = 0; state < Session::states; ++state) {
    const std::uint64_t count = machine.sessions().count(static_cast<State>(state));
    sum += count;
    const bool over = static_cast<State>(state) == State::ended || static_cast<State>(state) == State::lost;
    expect(over ? found[state] <= count : found[state] == count, "books do not agree", now);
  }
  expect(sum == machine.sessions().created(), "sessions have gone", now);
  const Time returns = p.return_at == 0 ? ~Time{0} : p.return_at;
  for (unsigned unit = 0; unit < p.coordinator.units; ++unit) {
    expect(streams[unit] == coordinator.streams(unit), "unit has other streams", now);
    expect(streams[unit] <= p.streams_a_unit(), "too many streams", now);
    const bool fails = may_fail(unit) && now >= p.fail_at + p.detection && now <= returns;
    expect(coordinator.available(unit) == !fails, "unit has the wrong state", now);
    expect(!fails || streams[unit] == 0, "a failed unit has streams", now);
  }
}

}  // namespace isochron::testbench
