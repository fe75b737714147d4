// SPDX-License-Identifier: Apache-2.0
// The packet timer against a list of all its ticks and stalls.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/random_stream.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/calliope/packet_timer.h>
#include <support/child_process.h>

#include "support/transfer_bench.h"

namespace isochron {
namespace {

using testbench::run_in_child;
using testbench::Script;

/// When it was woken.
class Woken final : public PacketTimer::Sleeper {
 public:
  void woken(Time now) override { at.push_back(now); }
  std::vector<Time> at;
};

struct SleepCall {
  Time at = 0;
  Time due = 0;
};

std::ostream& operator<<(std::ostream& out, const SleepCall& call) {
  return out << "[" << call.at << " until " << call.due << "]";
}

std::string figures_of(std::uint64_t interrupts, std::uint64_t late, Time stalled, Time window) {
  std::ostringstream text;
  text << "interrupts " << interrupts << " late " << late << " stalled "
       << static_cast<double>(stalled) / static_cast<double>(window);
  return text.str();
}

std::string of_the_timer(const PacketTimer::Config& config, std::uint64_t seed, const std::vector<SleepCall>& calls,
                         Time window, Time end) {
  return run_in_child([&] {
    Region region("region");
    MessagePool pool(64);
    PacketTimer timer("timer", {region, pool}, config, seed);
    Woken sleeper;
    Script script("script", region);
    for (const SleepCall& call : calls)
      script.at(call.at, [&, call] { timer.sleep_until(call.due, sleeper, region.now()); });
    script.at(window, [&] { timer.start_window(region.now()); });
    simulate_to(region, end);
    ReplicationRecord record;
    StatisticSink sink(record, window, end);
    timer.report(sink);
    const std::map<std::string, double>& values = record.components.at("timer");
    std::ostringstream text;
    for (const Time at : sleeper.at) text << at << " ";
    text << "interrupts " << values.at("interrupts") << " late " << values.at("late") << " stalled "
         << values.at("stalled");
    return text.str();
  });
}

/// The same, of a list of everything that may happen until `end`.
std::string of_the_list(const PacketTimer::Config& config, std::uint64_t seed, const std::vector<SleepCall>& calls,
                        Time window, Time end) {
  struct Stall {
    Time from;
    Time to;
  };
  const Time far = 2 * end;
  std::vector<Stall> stalls;
  SplitMix64 random = random_stream(seed, "timer", "stall");
  while (config.stall_interval > 0 && (stalls.empty() || stalls.back().to < far)) {
    boost::random::exponential_distribution<double> gap(1.0);
    const Time from = (stalls.empty() ? 0 : stalls.back().to) +
                      static_cast<Time>(std::llround(gap(random) * static_cast<double>(config.stall_interval)));
    __extension__ typedef unsigned __int128 Wide;
    stalls.push_back({from, from + static_cast<Time>(static_cast<Wide>(random()) * config.stall_longest >> 64)});
  }
  std::vector<Time> interrupts;
  for (Time tick = 0; tick < far; tick += config.interval) {
    const auto held = std::find_if(stalls.begin(), stalls.end(),
                                   [tick](const Stall& stall) { return stall.from <= tick && tick < stall.to; });
    interrupts.push_back(held == stalls.end() ? tick : held->to);
  }
  std::ostringstream text;
  std::uint64_t woken = 0;
  std::uint64_t late = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Time from = std::max(calls[i].at, calls[i].due);
    const Time wake = *std::find_if(interrupts.begin(), interrupts.end(), [from](Time time) { return time >= from; });
    const Time tick = (from + config.interval - 1) / config.interval * config.interval;
    // A new call takes its place; of those of one instant, and of the instant in which it would be woken, too.
    if (wake >= end || (i + 1 < calls.size() && calls[i + 1].at <= wake)) continue;
    text << wake << " ";
    if (wake < window) continue;
    ++woken;
    if (wake > tick) ++late;
  }
  Time stalled = 0;
  for (const Stall& stall : stalls)
    if (std::min(stall.to, end) > std::max(stall.from, window))
      stalled += std::min(stall.to, end) - std::max(stall.from, window);
  text << figures_of(woken, late, stalled, end - window);
  return text.str();
}

RC_GTEST_PROP(PacketTimer, wakesAtTheFirstInterrupt, ()) {
  constexpr Time end = 20'000;
  PacketTimer::Config config;
  config.interval = *rc::gen::inRange<std::uint64_t>(1, 200);
  config.stall_interval = *rc::gen::element<std::uint64_t>(0, 50, 400, 3000);
  config.stall_longest = *rc::gen::element<std::uint64_t>(1, 100, 1000);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  auto calls = *rc::gen::container<std::vector<SleepCall>>(rc::gen::apply(
      [](Time at, Time more) {
        return SleepCall{at, at < 50 ? at : at - 50 + more};
      },
      rc::gen::inRange<Time>(0, end - 1), rc::gen::inRange<Time>(0, 2000)));
  std::stable_sort(calls.begin(), calls.end(), [](const SleepCall& a, const SleepCall& b) { return a.at < b.at; });
  const Time window = *rc::gen::inRange<Time>(0, end / 2) * 2 + 1;
  // At the window's own instant what counts is a matter of order: not with these draws.
  RC_PRE(std::none_of(calls.begin(), calls.end(), [&](const SleepCall& call) { return call.at == window; }));
  const std::string expected = of_the_list(config, seed, calls, window, end);
  RC_PRE(expected.find(std::to_string(window) + " ") == std::string::npos);
  RC_ASSERT(of_the_timer(config, seed, calls, window, end) == expected);
}

// Interrupts at 0, 10, 20 ns; nobody sleeps after the one at 20: no more events.
TEST(PacketTimerAlone, hasNoEventsWhenNobodySleeps) {
  Region region("region");
  MessagePool pool(64);
  PacketTimer::Config config;
  config.interval = 10 * nanosecond;
  PacketTimer timer("timer", {region, pool}, config, 1);
  Script script("script", region);
  class Again final : public PacketTimer::Sleeper {
   public:
    explicit Again(PacketTimer& timer) : timer_(timer) {}
    void woken(Time now) override {
      at.push_back(now);
      if (at.size() < 3) timer_.sleep_until(now + 1, *this, now);
    }
    std::vector<Time> at;

   private:
    PacketTimer& timer_;
  } again(timer);
  script.at(0, [&] { timer.sleep_until(0, again, 0); });
  simulate_to(region, second);
  EXPECT_EQ(again.at, (std::vector<Time>{0, 10 * nanosecond, 20 * nanosecond}));
  EXPECT_EQ(region.events(), 4u);  // these, and the script's call
}

TEST(PacketTimerAlone, lengthOfStallsCountsWhereThereAreAny) {
  PacketTimer::Config config;
  const ParameterTable table = config.parameters();
  EXPECT_FALSE(table.find("stall.longest")->counts());
  config.stall_interval = second;
  EXPECT_TRUE(table.find("stall.longest")->counts());
}

}  // namespace
}  // namespace isochron
