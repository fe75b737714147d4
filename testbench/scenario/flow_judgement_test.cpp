// SPDX-License-Identifier: Apache-2.0
// Who keeps up: queues of known load, one server of one rate, whose arrivals are made here. The load factor says what
// is right; nothing of the models takes part.
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/observe/backlog.h>
#include <isochron/scenario/flow_judgement.h>

namespace isochron {
namespace {

using Verdict = FlowResult::Verdict;

constexpr std::uint64_t io = 100'000;  // B; the server takes 1 ms for it
constexpr Time service = millisecond;

/// What one server makes of I/Os that are asked for at these times: it takes them in order, and what is asked for
/// passes a delay before it gets there.
FlowSample served(const std::vector<Time>& asked, Time warm_up, Time end, Time delay = 0) {
  Backlog backlog;
  std::vector<Time> arrivals;
  Time free = 0;
  for (const Time at : asked) arrivals.push_back(free = std::max(free, at + delay) + service);
  bool measures = false;
  std::size_t next = 0;
  const auto run_to = [&](Time now) {
    for (; next < arrivals.size() && arrivals[next] <= now; ++next) backlog.arrive(arrivals[next], io);
  };
  const auto begin = [&] {
    run_to(warm_up);
    backlog.start_window(warm_up);
    measures = true;
  };
  for (const Time at : asked) {
    if (at >= end) break;
    if (!measures && at >= warm_up) begin();
    run_to(at);
    backlog.ask(at, io);
  }
  if (!measures) begin();
  run_to(end);
  return backlog.sample("B");
}

std::vector<Time> constant(double load, Time from, Time to) {
  std::vector<Time> times;
  for (double at = static_cast<double>(from); at < static_cast<double>(to); at += static_cast<double>(service) / load)
    times.push_back(static_cast<Time>(at));
  return times;
}

std::vector<Time> poisson(double load, Time to, unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> gap(load / static_cast<double>(service));
  std::vector<Time> times;
  for (double at = gap(random); at < static_cast<double>(to); at += gap(random)) times.push_back(static_cast<Time>(at));
  return times;
}

/// Four times as fast as its mean, a quarter of the time.
std::vector<Time> on_off(double load, Time to, unsigned seed) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> on(1 / 20e9), off(1 / 60e9);
  std::vector<Time> times;
  for (double at = off(random); at < static_cast<double>(to); at += off(random))
    for (const double until = at + on(random); at < until; at += static_cast<double>(service) / load / 4)
      times.push_back(static_cast<Time>(at));
  return times;
}

/// Ten at once.
std::vector<Time> bursts(double load, Time to) {
  std::vector<Time> times;
  for (const Time at : constant(load / 10, 0, to)) times.insert(times.end(), 10, at);
  return times;
}

Verdict verdict_of(const std::vector<FlowSample>& samples) {
  return judge_flow(samples, false).verdict;
}

Verdict verdict_of(const std::vector<Time>& asked, Time warm_up, Time end, Time delay = 0) {
  return verdict_of({served(asked, warm_up, end, delay)});
}

TEST(FlowJudgement, ConstantArrivalsAreJudgedByTheirLoadAlone) {
  for (const Time warm_up : {Time{0}, 100 * millisecond, second})
    for (const Time window : {second, 3 * second + 337 * microsecond, 10 * second}) {
      const Time end = warm_up + window;
      for (const double load : {0.1, 0.5, 0.9, 0.99, 1.0})
        EXPECT_EQ(verdict_of(constant(load, 0, end), warm_up, end), Verdict::keeps_up) << load;
      for (const double load : {1.03, 1.1, 1.6, 5.0, 100.0})
        EXPECT_EQ(verdict_of(constant(load, 0, end), warm_up, end), Verdict::falls_behind) << load;
    }
}

TEST(FlowJudgement, GrowthIsTheShareThatStays) {
  const FlowResult flow = judge_flow({served(constant(1.25, 0, 4 * second), 0, 4 * second)}, false);
  EXPECT_NEAR(flow.growth, 0.2, 0.01);  // 1 - 1 / 1.25
  EXPECT_NEAR(flow.generated, 1.25 * 4000 * io, io);
  EXPECT_NEAR(flow.delivered, 4000.0 * io, 2 * io);
  EXPECT_NEAR(flow.backlog_end - flow.backlog_start, flow.generated - flow.delivered, 1);
}

// Where chance takes part the certain answers are right, and with enough of a window most are certain.
TEST(FlowJudgement, DrawnArrivalsAreSeldomMisjudged) {
  constexpr unsigned draws = 60;
  using Arrivals = std::function<std::vector<Time>(double, Time, unsigned)>;
  const std::vector<std::pair<const char*, Arrivals>> kinds{
      {"poisson", poisson}, {"on_off", on_off}, {"bursts", [](double load, Time to, unsigned) {
                                                   return bursts(load, to);
                                                 }}};
  for (const auto& [kind, arrivals] : kinds)
    for (const double load : {0.5, 0.9, 1.15, 2.0}) {
      unsigned wrong = 0, certain = 0;
      for (unsigned seed = 1; seed <= draws; ++seed) {
        constexpr Time end = 22 * second;
        const Verdict verdict = verdict_of(arrivals(load, end, seed), 2 * second, end);
        wrong += verdict == (load < 1 ? Verdict::falls_behind : Verdict::keeps_up);
        certain += verdict != Verdict::in_doubt;
      }
      EXPECT_LE(wrong, draws / 20) << kind << " at " << load;
      const bool is_near_one = load > 0.8 && load < 1.2;
      EXPECT_GE(certain, is_near_one ? 0 : draws * 9 / 10) << kind << " at " << load;
    }
}

// At the very point of saturation the backlog is a random walk: not one in ten may be called certain growth.
TEST(FlowJudgement, ALoadOfOneIsNoCertainSaturation) {
  unsigned behind = 0;
  for (unsigned seed = 1; seed <= 100; ++seed)
    behind += verdict_of(poisson(1, 10 * second, seed), 0, 10 * second) == Verdict::falls_behind;
  EXPECT_LE(behind, 10u);
}

TEST(FlowJudgement, ReplicationsTakeDoubtsAway) {
  std::vector<FlowSample> samples;
  for (unsigned seed = 1; seed <= 40; ++seed) samples.push_back(served(poisson(1.06, second, seed), 0, second));
  EXPECT_EQ(verdict_of({samples.front()}), Verdict::in_doubt);
  EXPECT_EQ(verdict_of(samples), Verdict::falls_behind);
}

TEST(FlowJudgement, TrafficThatEndsIsJudgedByWhatItAskedFor) {
  // Long before the window's end, or before it begins.
  EXPECT_EQ(verdict_of(constant(0.8, 0, 100 * millisecond), 0, 20 * second), Verdict::keeps_up);
  EXPECT_EQ(verdict_of(constant(0.8, 0, 100 * millisecond), second, 20 * second), Verdict::keeps_up);
  // Faster than it can be served: for as long as the window sees it, and while that is worked off.
  EXPECT_EQ(verdict_of(constant(1.6, 0, 2 * second), 0, 2 * second), Verdict::falls_behind);
  EXPECT_EQ(verdict_of(constant(1.6, 0, 2 * second), 0, 3 * second), Verdict::falls_behind);
  EXPECT_EQ(verdict_of(constant(1.6, 0, 2 * second), 0, 4 * second), Verdict::keeps_up);
  // From a warm-up that it saturated nothing is counted but what the window asked for.
  EXPECT_EQ(verdict_of(constant(1.6, 0, 2 * second), 2 * second, 3 * second), Verdict::keeps_up);
}

// Nothing arrives for 50 ms, however well the machine keeps up.
TEST(FlowJudgement, AMachineThatFillsIsInDoubtAndThenKeepsUp) {
  constexpr Time delay = 50 * millisecond;
  const auto asked = constant(0.8, 0, 20 * second);
  EXPECT_EQ(verdict_of(asked, 0, 80 * millisecond, delay), Verdict::in_doubt);
  EXPECT_EQ(verdict_of(asked, 0, 200 * millisecond, delay), Verdict::in_doubt);
  EXPECT_EQ(verdict_of(asked, 0, 20 * second, delay), Verdict::keeps_up);
  EXPECT_EQ(verdict_of(asked, 100 * millisecond, 200 * millisecond, delay), Verdict::keeps_up);
}

TEST(FlowJudgement, OfAHandfulNothingIsCertain) {
  EXPECT_EQ(verdict_of({0, 100, 200}, 0, 2 * millisecond), Verdict::in_doubt);
  EXPECT_EQ(verdict_of({0, 100, 200}, 0, 3 * millisecond), Verdict::keeps_up);
  EXPECT_EQ(verdict_of(std::vector<Time>{}, 0, second), Verdict::keeps_up);
}

TEST(FlowJudgement, WhatRunsUntilItIsDoneIsJudgedWhenTheLastIsAskedFor) {
  const auto verdict = [](double load) {
    return judge_flow({served(constant(load, 0, second), 0, 1000 * second)}, true).verdict;
  };
  EXPECT_EQ(verdict(0.9), Verdict::keeps_up);
  EXPECT_EQ(verdict(1.1), Verdict::falls_behind);
}

TEST(FlowJudgement, MoreThanTheMeanThatIsDrawnIsInDoubtWhileTheMeanIsServed) {
  FlowSample sample = served(constant(1.6, 0, 2 * second), 0, 2 * second);
  EXPECT_EQ(verdict_of({sample}), Verdict::falls_behind);
  sample.expected = 0.4 * 2000 * io;
  EXPECT_EQ(verdict_of({sample}), Verdict::in_doubt);
  sample.expected = 1.6 * 2000 * io;
  EXPECT_EQ(verdict_of({sample}), Verdict::falls_behind);
}

/// Every I/O arrives 1 ms after it was asked for, but `lost` of each thousand.
FlowSample leaky(unsigned lost, Time end) {
  Backlog backlog;
  backlog.start_window(0);
  unsigned left = 0;
  for (Time at = 0; at < end; at += service) {
    if (at > 0) {
      left += lost;
      if (left >= 1000) {
        backlog.lose(at, io);
        left -= 1000;
      } else {
        backlog.arrive(at, io);
      }
    }
    backlog.ask(at, io);
  }
  return backlog.sample("B");
}

TEST(FlowJudgement, WhatIsLostIsNoBacklogAndStillFallsBehind) {
  const FlowSample few = leaky(9, 10 * second), many = leaky(11, 10 * second);
  EXPECT_EQ(few.generated, 10'000.0 * io);
  EXPECT_EQ(few.lost, 89.0 * io);  // of 9,999
  EXPECT_EQ(few.delivered + few.lost + few.backlog_end, few.generated);
  EXPECT_EQ(few.backlog_end, 1.0 * io);
  EXPECT_EQ(verdict_of({few}), Verdict::keeps_up);
  const FlowResult flow = judge_flow({many}, false);
  EXPECT_EQ(flow.verdict, Verdict::falls_behind);
  EXPECT_NEAR(flow.growth, 0.011, 1e-3);
  EXPECT_EQ(flow.reason, "10.900 MB of 1.000 GB that the window asked for were lost");
  EXPECT_EQ(verdict_of({few, many, many, many}), Verdict::falls_behind);
}

// Losses before the window are none of it.
TEST(FlowJudgement, AWindowHasItsOwnLosses) {
  Backlog backlog;
  for (Time at = 0; at < second; at += service) {
    backlog.ask(at, io);
    backlog.lose(at, io);
  }
  backlog.start_window(second);
  for (Time at = second; at < 2 * second; at += service) {
    backlog.ask(at, io);
    backlog.arrive(at + 1, io);
  }
  const FlowSample sample = backlog.sample("B");
  EXPECT_EQ(sample.lost, 0);
  EXPECT_EQ(sample.delivered, 1000.0 * io);
  EXPECT_EQ(sample.backlog_start, 0);
}

// Pieces have no unit: sessions that nobody has room for.
TEST(FlowJudgement, CountsPieces) {
  Backlog backlog;
  for (Time at = 0; at < second; at += millisecond) {
    backlog.ask(at, 17);
    backlog.arrive(at, 15);
  }
  const FlowResult flow = judge_flow({backlog.sample("1")}, false);
  EXPECT_EQ(flow.verdict, Verdict::falls_behind);
  EXPECT_EQ(flow.reason.find("the window asked for 17000 and 15000 arrived"), 0u) << flow.reason;
}

// Two models may do what happens in one instant in another order.
TEST(FlowJudgement, TheOrderWithinAnInstantDoesNotMatter) {
  const auto sample = [](bool asks_first) {
    Backlog backlog;
    for (Time at = 0; at < 100 * millisecond; at += millisecond) {
      if (asks_first) backlog.ask(at, io);
      if (at > 0) backlog.arrive(at, io);
      if (!asks_first) backlog.ask(at, io);
    }
    return backlog.sample("B");
  };
  const FlowSample one = sample(true), other = sample(false);
  EXPECT_EQ(one.at_last_ask, other.at_last_ask);
  EXPECT_EQ(one.before_last_ask, other.before_last_ask);
  ASSERT_EQ(one.cells.size(), other.cells.size());
  for (std::size_t i = 0; i < one.cells.size(); ++i) EXPECT_EQ(one.cells[i].highest, other.cells[i].highest) << i;
}

}  // namespace
}  // namespace isochron
