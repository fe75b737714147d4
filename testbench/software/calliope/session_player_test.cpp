// SPDX-License-Identifier: Apache-2.0
// A storage unit as the coordinator sees it: sessions of one or two streams that are played by a real one.
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/software/calliope/session_player.h>
#include <support/child_process.h>

#include "software/calliope/storage_unit_bench.h"

namespace isochron::testbench {
namespace {

using Kind = SessionPost::Kind;

constexpr unsigned this_unit = 3;

/// A unit and whoever orders.
class PlayerBench final : private SessionPlayer::Programme {
 public:
  explicit PlayerBench(const Settings& settings, std::uint64_t seed = 1)
      : unit(settings, seed),
        player("player", unit.domain, this_unit, std::stoul(settings.at("numbers")), sessions, 1, *unit.central,
               *this) {
    orders_.bind(player.orders);
    player.ended.bind(heard_port_);
  }

  /// A session that is admitted to `on`.
  std::uint32_t admit(Time now, unsigned members, Time length, unsigned on = this_unit) {
    Session& session = sessions.create(now);
    session.members = members;
    session.length = length;
    session.unit = on;
    session.content = session.number;
    sessions.set_state(session, Session::State::playing);
    return session.number;
  }
  void order(std::uint32_t session, Time now) {
    post_.send(Kind::order, SessionPost::station_of(this_unit), sessions.at(session), now);
  }
  /// The coordinator gives it anew to a unit that had failed.
  void admit_again(std::uint32_t session, Time now) {
    ++sessions.at(session).attempt;
    order(session, now);
  }

  StorageUnitBench unit;
  SessionTable sessions;
  SessionPlayer player;
  std::map<std::uint32_t, std::vector<Time>> ended;  ///< notices about each session
  std::vector<Time> returned;

 private:
  CentralProcess::Item item(const Session& session, unsigned member) const override {
    CentralProcess::Item item = session.records ? unit.recording(session.content) : unit.film(session.content);
    item.file = 2ull * session.content + member;
    item.offset = session.played;
    return item;
  }
  void hear(Payload& payload, Time now) {
    if (SessionPost::unit_of(payload) != this_unit) throw std::runtime_error("a notice of another unit");
    if (SessionPost::kind_of(payload) == Kind::returned) {
      returned.push_back(now);
      return;
    }
    const std::uint32_t number = SessionPost::session_of(payload);
    if (SessionPost::attempt_of(payload) != sessions.at(number).attempt) throw std::runtime_error("an old notice");
    ended[number].push_back(now);
    Session& session = sessions.at(number);
    if (session.left() != 0) throw std::runtime_error("a session is over of which something is left");
  }

  OutletPort orders_{"orders"};
  SessionPost post_{unit.pool, orders_, SessionPost::coordinator, 1};
  InletOf<PlayerBench> heard_{*this, &PlayerBench::hear};
  InletPort heard_port_{"heard", heard_};
};

// Its time runs from when both streams are seen, the second one slot after the first.
TEST(SessionPlayer, aCompositeSessionBeginsWhenBothAreSeen) {
  PlayerBench bench(StorageUnitBench::plain(4, 4));
  bench.unit.script.at(0, [&] { bench.order(bench.admit(0, 2, 3 * second), 0); });
  constexpr Time at = 4 * second;
  std::uint64_t streams = 0;
  bench.unit.script.at(second, [&] { streams = bench.unit.central->streams(); });
  bench.unit.run(at);
  EXPECT_EQ(streams, 2u);
  const Time slot = StorageUnitBench::block_time() / 4;
  const Time tick = 10 * millisecond;
  const Time first_tick = (2 * slot + tick - 1) / tick * tick;
  const Session& session = bench.sessions.at(0);
  EXPECT_GE(session.began, first_tick + StorageUnitBench::work());
  EXPECT_LE(session.began, first_tick + 2 * StorageUnitBench::work());
  EXPECT_EQ(bench.ended[0], std::vector<Time>{session.began + 3 * second});
  EXPECT_EQ(session.played, 3 * second);
  EXPECT_EQ(bench.unit.central->streams(), 0u);
  EXPECT_EQ(bench.unit.duty_cycle->held(), 0u);
}

// What it has played counts from when it began, and is not said anew; then it plays the rest.
TEST(SessionPlayer, aSessionGoesOnAfterAFailure) {
  PlayerBench bench(StorageUnitBench::plain(4, 8));
  Time began = 0;
  constexpr Time fails = 2 * second;
  bench.unit.script.at(0, [&] { bench.order(bench.admit(0, 2, 3 * second), 0); });
  bench.unit.script.at(fails, [&] {
    began = bench.sessions.at(0).began;
    bench.player.fail(fails);
    bench.order(0, fails);  // on its way when it failed
  });
  bench.unit.script.at(3 * second, [&] {
    bench.player.restore(3 * second);
    bench.admit_again(0, 3 * second);
  });
  bench.unit.run(7 * second);
  const Session& session = bench.sessions.at(0);
  EXPECT_EQ(bench.returned, std::vector<Time>{3 * second});
  EXPECT_GT(began, 0u);
  EXPECT_EQ(bench.ended[0], std::vector<Time>{session.began + 3 * second - (fails - began)});
  EXPECT_EQ(session.played, 3 * second);
}

TEST(SessionPlayer, aFailureBeforeItIsSeenTakesNothing) {
  PlayerBench bench(StorageUnitBench::plain(4, 8));
  bench.unit.script.at(0, [&] { bench.order(bench.admit(0, 2, second), 0); });
  bench.unit.script.at(50 * millisecond, [&] {
    bench.player.fail(50 * millisecond);
    bench.player.restore(50 * millisecond);
    bench.admit_again(0, 50 * millisecond);
  });
  bench.unit.run(4 * second);
  EXPECT_EQ(bench.ended[0], std::vector<Time>{bench.sessions.at(0).began + second});
  EXPECT_EQ(bench.unit.pool.outstanding(), 0u);
}

TEST(SessionPlayer, playsOnlyWhatTheTableKnows) {
  PlayerBench bench(StorageUnitBench::plain(4, 4));
  bench.unit.script.at(0, [&] {
    bench.order(bench.admit(0, 1, second, this_unit + 1), 0);
    const std::uint32_t over = bench.admit(0, 1, second);
    bench.sessions.set_state(bench.sessions.at(over), Session::State::lost);
    bench.order(over, 0);
  });
  bench.unit.run(second);
  EXPECT_EQ(bench.unit.central->streams(), 0u);
  EXPECT_TRUE(bench.ended.empty());
}

struct PlayerPlan {
  Settings unit;
  std::uint64_t seed = 1;
  struct Ordered {
    Time at = 0;
    unsigned members = 1;
    Time length = 0;
    bool records = false;
  };
  std::vector<Ordered> ordered;
  std::vector<std::pair<Time, Time>> failures;  ///< from, until
};

/// "" if each session was played for its length, its end said once, and nothing is left.
std::string play_sessions(const PlayerPlan& plan) {
  PlayerBench bench(plan.unit, plan.seed);
  std::vector<std::uint32_t> numbers;
  for (const PlayerPlan::Ordered& one : plan.ordered)
    bench.unit.script.at(one.at, [&, one] {
      const std::uint32_t number = bench.admit(one.at, one.members, one.length);
      bench.sessions.at(number).records = one.records;
      numbers.push_back(number);
      bench.order(number, one.at);
    });
  for (const auto& [from, until] : plan.failures) {
    bench.unit.script.at(from, [&, from = from] {
      bench.player.fail(from);
      if (bench.unit.central->streams() != 0) throw std::runtime_error("a failed unit plays");
    });
    bench.unit.script.at(until, [&, until = until] {
      bench.player.restore(until);
      for (const std::uint32_t number : numbers)
        if (bench.sessions.at(number).left() > 0) bench.admit_again(number, until);
    });
  }
  constexpr Time over = 30 * second;
  bench.unit.run(over);
  bench.unit.report(over);
  for (const std::uint32_t number : numbers)
    if (bench.ended[number].size() != 1)
      return std::to_string(number) + " ended " + std::to_string(bench.ended[number].size()) + " times";
  if (bench.unit.central->streams() != 0) return "streams are left";
  if (bench.unit.duty_cycle->held() != 0) return "the disks have buffers";
  if (bench.unit.pool.outstanding() != 0) return "payloads are left";
  if (bench.returned.size() != plan.failures.size()) return "returns";
  return "";
}

RC_GTEST_PROP(SessionPlayerFailures, everySessionEndsOnce, ()) {
  PlayerPlan plan;
  plan.unit = StorageUnitBench::sized(3, 14);
  plan.unit["cycle"] = StorageUnitBench::picoseconds(StorageUnitBench::block_time() / 2);
  plan.unit["vcr.interval"] = *rc::gen::element<std::string>("off", "50 ms", "500 ms");
  plan.seed = *rc::gen::inRange<std::uint64_t>(1, 1000);
  const int number = *rc::gen::inRange(1, 4);
  for (int i = 0; i < number; ++i) {
    PlayerPlan::Ordered one;
    one.at = *rc::gen::inRange<Time>(1, 3000) * millisecond + 1;
    one.members = *rc::gen::inRange(1u, 3u);
    one.length = *rc::gen::inRange<Time>(1, 3000) * millisecond;
    one.records = *rc::gen::inRange(0, 4) == 0;
    plan.ordered.push_back(one);
  }
  Time time = 0;
  const int failures = *rc::gen::inRange(0, 5);
  for (int i = 0; i < failures; ++i) {
    const Time from = time + *rc::gen::inRange<Time>(1, 2000) * millisecond;
    time = from + *rc::gen::element<Time>(0, 1 * millisecond, 300 * millisecond);
    plan.failures.emplace_back(from, time);
  }
  // An order that comes while it has failed is not carried out: the coordinator gives it to nobody then.
  for (PlayerPlan::Ordered& one : plan.ordered)
    for (const auto& [from, until] : plan.failures)
      if (from <= one.at && one.at <= until) one.at = until + 1;
  RC_ASSERT(run_in_child([&] { return play_sessions(plan); }) == "");
}

}  // namespace
}  // namespace isochron::testbench
