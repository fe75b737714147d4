// SPDX-License-Identifier: Apache-2.0
// IOMMU: against a simulation that goes tick by tick, and against closed forms.
#include <algorithm>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/split_mix.h>
#include <isochron/host/iommu.h>
#include <isochron/observe/statistic_sink.h>
#include <support/transfer_bench.h>

#include "host/waves_of.h"

namespace isochron {
namespace {

constexpr std::uint64_t page = 4096;

struct Request {
  Time at;
  std::uint64_t page;
};

std::ostream& operator<<(std::ostream& out, const Request& request) {
  return out << "[" << request.at << ": " << request.page << "]";
}

/// What an IOMMU reports of a window.
struct Figures {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t joined = 0;
  double utilisation = 0;
  double queue_depth = 0;
};

class IommuBench {
 public:
  explicit IommuBench(const Iommu::Config& config) : iommu(("iommu" + number_).c_str(), domain, config) {}

  Time translated(std::uint64_t number, Time now) { return iommu.translated(number * page + 17, 64, now); }
  Figures figures(Time from, Time to) {
    ReplicationRecord record;
    StatisticSink sink(record, from, to);
    iommu.report(sink);
    std::map<std::string, double> values;
    for (const auto& [path, statistics] : record.components) values = statistics;
    const auto number = [&values](const char* name) { return static_cast<std::uint64_t>(values.at(name)); };
    return {number("hits"), number("misses"), number("joined"), values.at("utilisation"), values.at("queue_depth")};
  }

 private:
  // SystemC takes no name twice, also when the first one is gone.
  static std::string next_number() {
    static unsigned last = 0;
    return std::to_string(++last);
  }

  const std::string number_ = next_number();
  MessagePool pool_{64};

 public:
  Region region{("region" + number_).c_str()};
  const Domain domain{region, pool_, Phases::shortcut};
  Iommu iommu;
};

/// Every request's end, by looking at every walker in every tick. The window is that of the ticks from `from` on.
class WalkersByTick {
 public:
  WalkersByTick(const Iommu::Config& config, Time from) : config_(config), from_(from), walkers_(config.walkers) {}

  std::vector<Time> run(const std::vector<Request>& requests, Time end) {
    std::vector<Time> ends(requests.size(), end_of_time);
    std::size_t next = 0;
    for (Time tick = 0; tick <= end; ++tick) {
      if (tick == from_) figures_ = {};
      end_walks(tick);
      start_walks(tick);
      for (; next < requests.size() && requests[next].at == tick; ++next) {
        request(requests[next].page, ends[next], tick);
        start_walks(tick);
      }
      if (tick < end) count();
    }
    return ends;
  }
  Figures figures(Time end) const {
    Figures found = figures_;
    const auto window = static_cast<double>(end - from_);
    found.utilisation /= window * static_cast<double>(config_.walkers);
    found.queue_depth /= window;
    return found;
  }

 private:
  struct Walker {
    bool walks = false;
    std::uint64_t page = 0;
    Time end = 0;
  };

  void end_walks(Time tick) {
    for (Walker& walker : walkers_) {
      if (!walker.walks || walker.end != tick) continue;
      walker.walks = false;
      if (kept_.size() == config_.entries) kept_.pop_back();
      kept_.push_front(walker.page);
      for (Time* const waiting : asked_.at(walker.page)) *waiting = tick;
      asked_.erase(walker.page);
    }
  }
  void start_walks(Time tick) {
    for (Walker& walker : walkers_) {
      if (walker.walks || queue_.empty()) continue;
      walker = {true, queue_.front(), tick + config_.walk_latency};
      queue_.pop_front();
    }
  }
  void request(std::uint64_t wanted, Time& end, Time tick) {
    const auto found = std::find(kept_.begin(), kept_.end(), wanted);
    if (found != kept_.end()) {
      kept_.erase(found);
      kept_.push_front(wanted);
      ++figures_.hits;
      end = tick;
      return;
    }
    ++figures_.misses;
    const bool joins = asked_.count(wanted) != 0;
    asked_[wanted].push_back(&end);
    if (joins)
      ++figures_.joined;
    else
      queue_.push_back(wanted);
  }
  void count() {
    for (const Walker& walker : walkers_) figures_.utilisation += walker.walks ? 1 : 0;
    figures_.queue_depth += static_cast<double>(queue_.size());
  }

  Iommu::Config config_;
  Time from_;
  std::vector<Walker> walkers_;
  std::list<std::uint64_t> kept_;  ///< the one used last in front
  std::deque<std::uint64_t> queue_;
  std::map<std::uint64_t, std::vector<Time*>> asked_;  ///< by page, who waits for its walk
  Figures figures_;
};

std::vector<Request> drawn_requests(std::uint64_t pages) {
  auto requests = *rc::gen::container<std::vector<Request>>(rc::gen::map(
      rc::gen::pair(rc::gen::inRange<Time>(0, 12), rc::gen::inRange<std::uint64_t>(0, pages)), [](const auto& one) {
        return Request{one.first, one.second};
      }));
  Time now = 0;  // gaps until now; several of one instant are frequent
  for (Request& request : requests) request.at = now += request.at < 6 ? 0 : request.at - 5;
  return requests;
}

RC_GTEST_PROP(IommuByTicks, agreesWithGoingTickByTick, ()) {
  Iommu::Config config;
  config.entries = *rc::gen::inRange<std::uint64_t>(1, 7);
  config.walkers = *rc::gen::inRange<std::uint64_t>(1, 4);
  config.walk_latency = *rc::gen::inRange<std::uint64_t>(1, 15);
  const std::vector<Request> requests = drawn_requests(3 * config.entries);
  const Time last = requests.empty() ? 0 : requests.back().at;
  const Time from = *rc::gen::inRange<Time>(0, last + 1);
  const Time end = last + 1 + *rc::gen::inRange<Time>(0, 30);
  const Time all_ended = end + (requests.size() + 1) * config.walk_latency;

  IommuBench bench(config);
  std::vector<Time> ends;
  bool started = false;
  for (const Request& request : requests) {
    if (!started && request.at >= from) bench.iommu.start_window(from);
    started = started || request.at >= from;
    ends.push_back(bench.translated(request.page, request.at));
  }
  if (!started) bench.iommu.start_window(from);
  RC_ASSERT(ends == WalkersByTick(config, from).run(requests, all_ended));

  WalkersByTick until_end(config, from);
  until_end.run(requests, end);
  const Figures expected = until_end.figures(end), found = bench.figures(from, end);
  RC_ASSERT(found.hits == expected.hits);
  RC_ASSERT(found.misses == expected.misses);
  RC_ASSERT(found.joined == expected.joined);
  // Picoseconds are whole, also of a mean over walkers.
  RC_ASSERT(std::abs(found.utilisation - expected.utilisation) <= 1 / static_cast<double>(end - from));
  RC_ASSERT(std::abs(found.queue_depth - expected.queue_depth) < 1e-9);
}

class IommuTest : public testing::Test {
 protected:
  /// One page after another, drawn from `pages`, each long after the walk for the one before. Returns the part of hits
  /// once the translations are full.
  static double hit_ratio(std::uint64_t entries, std::uint64_t pages) {
    Iommu::Config config;
    config.entries = entries;
    IommuBench bench(config);
    SplitMix64 random(entries * 1000 + pages);
    Time now = 0;
    const auto go = [&](std::uint64_t requests) {
      for (std::uint64_t i = 0; i < requests; ++i) bench.translated(random() % pages, now += microsecond);
    };
    go(40 * pages);  // of any page the chance not to be drawn is e^-40
    bench.iommu.start_window(now);
    constexpr std::uint64_t requests = 200'000;
    go(requests);
    return static_cast<double>(bench.figures(0, now).hits) / static_cast<double>(requests);
  }
};

TEST_F(IommuTest, randomPagesHitAsOftenAsTheyFit) {
  for (const std::uint64_t entries : {1u, 8u, 64u, 200u})
    for (const std::uint64_t pages : {1u, 8u, 64u, 65u, 128u, 1000u}) {
      const double expected = std::min(1.0, static_cast<double>(entries) / static_cast<double>(pages));
      // Four standard errors of independent draws.
      EXPECT_NEAR(hit_ratio(entries, pages), expected, 4 * std::sqrt(expected * (1 - expected) / 200'000) + 1e-12)
          << entries << " of " << pages;
    }
}

TEST_F(IommuTest, walkersBoundWhatMisses) {
  for (const std::uint64_t walkers : {1u, 6u, 64u}) {
    Iommu::Config config;
    config.walkers = walkers;
    IommuBench bench(config);
    // Twice as many requests as can be served, each for a page of its own.
    const Time gap = config.walk_latency / walkers / 2;
    constexpr std::uint64_t requests = 100'000;
    Time end = 0;
    for (std::uint64_t i = 0; i < requests; ++i) end = bench.translated(i, i * gap);
    const double rate = requests / seconds(end);
    EXPECT_NEAR(rate / (static_cast<double>(walkers) / 290e-9), 1, 0.001);
    EXPECT_NEAR(bench.figures(0, requests * gap).utilisation, 1, 0.001);
  }
}

TEST_F(IommuTest, anAddressIsInThePageThatHasIt) {
  for (const std::uint64_t size : {std::uint64_t{4} << 10, std::uint64_t{2} << 20, std::uint64_t{1} << 30}) {
    Iommu::Config config;
    config.page = size;
    IommuBench bench(config);
    EXPECT_EQ(bench.iommu.translated(0, 1, 0), config.walk_latency);
    EXPECT_EQ(bench.iommu.translated(size - 1, 1, microsecond), microsecond);
    EXPECT_EQ(bench.iommu.translated(size, 1, microsecond), microsecond + config.walk_latency);
    EXPECT_EQ(bench.iommu.translated(size * 64 - 1, 1, 2 * microsecond), 2 * microsecond + config.walk_latency);
  }
}

TEST_F(IommuTest, aTransferWaitsForAllOfItsPages) {
  Iommu::Config config;
  config.walkers = 2;
  IommuBench bench(config);
  const Time walk = config.walk_latency;
  EXPECT_EQ(bench.iommu.translated(page - 1, 2, 0), walk) << "two pages, two walkers";
  EXPECT_EQ(bench.iommu.translated(page - 1, 2 * page + 1, walk), 2 * walk) << "the third page alone is new";
  EXPECT_EQ(bench.iommu.translated(10 * page, 5 * page, 2 * walk), 5 * walk) << "five pages: three rounds";
  EXPECT_EQ(bench.iommu.translated(10 * page, 5 * page, 5 * walk), 5 * walk);
  EXPECT_EQ(bench.figures(0, 5 * walk).misses, 8u);
}

TEST_F(IommuTest, aWalkThatTakesNoTimeIsStillAMiss) {
  Iommu::Config config;
  config.walk_latency = 0;
  IommuBench bench(config);
  EXPECT_EQ(bench.translated(3, 5), 5u);
  EXPECT_EQ(bench.translated(3, 5), 5u);
  EXPECT_EQ(bench.figures(0, 10).misses, 1u);
  EXPECT_EQ(bench.figures(0, 10).hits, 1u);
}

// One walker: the second walk waits from 70 to 150 ns, and the page of the first is asked for again while it walks.
TEST_F(IommuTest, aTraceShowsWalksAndTheirQueue) {
  Iommu::Config config;
  config.walkers = 1;
  config.walk_latency = 100 * nanosecond;
  IommuBench bench(config);
  testbench::Script script("script", bench.region);
  std::vector<Time> ends;
  for (const auto& [at, number] : {std::pair(50, 0), std::pair(70, 1), std::pair(90, 0), std::pair(260, 1)})
    script.at(static_cast<Time>(at) * nanosecond, [&bench, &ends, number = static_cast<std::uint64_t>(number)] {
      ends.push_back(bench.translated(number, bench.region.now()) / nanosecond);
    });
  EXPECT_EQ(testbench::waves_of(bench.region, {"walking", "queue_depth"}, 20 * nanosecond, 300 * nanosecond),
            "#20000\nb0 !\nb0 \"\n#50000\nb1 !\n#70000\nb1 \"\n#150000\nb0 \"\n#250000\nb0 !\n#300000\n");
  EXPECT_EQ(ends, (std::vector<Time>{150, 250, 150, 260}));
}

TEST_F(IommuTest, aPageHasOneOfThreeSizes) {
  Iommu::Config config;
  const ParameterTable table = config.parameters();
  EXPECT_TRUE(table.problems().empty());
  config.page = 8192;
  const std::vector<ParameterProblem> problems = table.problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems.front().path, "page");
  for (const auto& [path, value] : problems.front().candidates) {
    config.page = value;
    EXPECT_TRUE(table.problems().empty()) << path << " " << value;
    config.page = 8192;
  }
}

}  // namespace
}  // namespace isochron
