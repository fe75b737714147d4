// SPDX-License-Identifier: Apache-2.0
// When sources ask, and what they count: closed forms of each kind of arrivals.
#include <algorithm>
#include <cmath>
#include <utility>

#include <gmock/gmock.h>
#include <boost/random/exponential_distribution.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using Kind = SourceLoad::Arrivals;

class MessageSourceTest : public PartsTest {
 protected:
  /// A source, a link of `rate` and a sink.
  void build(const SourceLoad& load, std::uint64_t rate) {
    source_ = source("source", load);
    link_ = link("link", rate);
    sink_ = sink("sink", config);
    source_->out.socket.bind(link_->in);
    link_->out.bind(sink_->in);
  }
  /// When I/Os were asked for.
  std::vector<Time> issued() const {
    std::vector<Time> times;
    for (const Books::Entry& one : books.departures)
      if (one.offset == 0) times.push_back(one.at);
    return times;
  }

  MessageSink::Config config;
  /// What it does for the traffic that knows it by this number.
  SourceTraffic& traffic(std::uint32_t number) {
    for (const auto& one : source_->traffics())
      if (one->source() == number) return *one;
    throw std::out_of_range("no such traffic");
  }
  std::size_t timers() const {
    std::size_t timers = 0;
    for (const auto& one : source_->traffics()) timers += one->has_timer() ? 1 : 0;
    return timers;
  }

  std::unique_ptr<Source> source_;
  std::unique_ptr<GeneralSerialLink> link_;
  std::unique_ptr<Sink> sink_;
};

INSTANTIATE_TEST_SUITE_P(Modes, MessageSourceTest, both_modes, name_of_mode);

SourceLoad load_of(Kind kind, std::uint64_t bits_per_second) {
  SourceLoad load;
  load.arrivals = kind;
  load.bits_per_second = bits_per_second;
  load.io = load.message = 1000;
  return load;
}

// 8000 bit at 3 Gb/s, times 5 / 7: 8000000 x 5 / 21 ps. The k-th I/O is asked for at the floor of k times that.
TEST_P(MessageSourceTest, aConstantIntervalIsExact) {
  SourceLoad load = load_of(Kind::constant, 3'000'000'000);
  load.interval_numerator = 5;
  load.interval_denominator = 7;
  load.io_limit = 500;
  build(load, 100'000'000'000);
  run_empty();
  const std::vector<Time> times = issued();
  ASSERT_EQ(times.size(), 500u);
  for (std::uint64_t k = 0; k < 500; ++k) EXPECT_EQ(times[k], k * 8'000'000 * 5 / 21);
}

// 1 s at a mean of 10000 I/Os a second: 10000 of them, give or take three times the root of that. The variance of the
// gaps is the square of their mean; that of n exponential ones has a standard deviation of about sqrt(8 / n).
TEST_P(MessageSourceTest, poissonArrivals) {
  build(load_of(Kind::poisson, 80'000'000), 100'000'000'000);
  simulate_to(region, second);
  const std::vector<Time> times = issued();
  const double n = static_cast<double>(times.size());
  EXPECT_NEAR(n, 10'000, 3 * std::sqrt(10'000.0));
  double squares = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double gap = static_cast<double>(times[i] - times[i - 1]) / (100 * microsecond);
    squares += gap * gap;
  }
  // The mean of the square is twice that of the mean squared, its standard deviation sqrt(20 / n).
  EXPECT_NEAR(squares / n, 2, 3 * std::sqrt(20 / n));
}

// On for 2 ms and off for 6 ms in the mean: while on an I/O each 25 us, four times the mean rate. In 4 s there are some
// 500 periods; the time on in them has a standard deviation of sqrt(500 x 2) x 2 ms x 6 / 8 = 47 ms of 1 s.
TEST_P(MessageSourceTest, onAndOff) {
  SourceLoad load = load_of(Kind::on_off, 80'000'000);
  load.on = 2 * millisecond;
  load.off = 6 * millisecond;
  build(load, 100'000'000'000);
  simulate_to(region, 4 * second);
  const std::vector<Time> times = issued();
  EXPECT_NEAR(static_cast<double>(times.size()), 40'000, 3 * 40'000 * 0.047);
  std::size_t longer = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    EXPECT_GE(times[i] - times[i - 1], 25 * microsecond);
    if (times[i] - times[i - 1] > 25 * microsecond) ++longer;
  }
  EXPECT_NEAR(static_cast<double>(longer), 500, 3 * std::sqrt(500.0));
}

// Draws are a matter of seed and path.
TEST_P(MessageSourceTest, drawsBelongToTheSource) {
  SourceLoad load = load_of(Kind::poisson, 80'000'000);
  load.io_limit = 50;
  std::vector<std::unique_ptr<Source>> sources;
  std::vector<std::unique_ptr<GeneralSerialLink>> links;
  const auto end_a = sink("end_a");
  const auto end_b = sink("end_b");
  const std::unique_ptr<Sink>* ends[] = {&end_a, &end_b};
  for (unsigned i = 0; i < 2; ++i) {
    sources.push_back(source("source" + std::to_string(i), load, i));
    links.push_back(link("link" + std::to_string(i), 100'000'000'000));
    sources[i]->out.socket.bind(links[i]->in);
    links[i]->out.bind((*ends[i])->in);
  }
  run_empty(second);
  EXPECT_EQ(books.times(0).size(), 50u);
  EXPECT_EQ(books.times(1).size(), 50u);
  EXPECT_NE(books.times(0), books.times(1));
}

// Three I/Os of two messages under way, 8 us each on the link, which is never idle: an I/O leaves every 16 us, and when
// it has arrived the next is asked for.
TEST_P(MessageSourceTest, aClosedLoopKeepsItsNumberUnderWay) {
  SourceLoad load = load_of(Kind::closed, 0);
  load.io = 2000;
  load.outstanding = 3;
  load.io_limit = 10;
  build(load, 1'000'000'000);
  books.then = [&](const Tag& tag, std::uint64_t bytes, Time now) { traffic(tag.source).delivered(tag, bytes, now); };
  run_empty();
  ASSERT_EQ(books.arrivals.size(), 20u);
  for (std::uint64_t i = 0; i < 20; ++i) EXPECT_EQ(books.arrivals[i].at, 8 * (i + 1) * microsecond);
  // I/Os 0, 1, 2 at 0, and I/O k + 3 when I/O k is there, at 16 (k + 1) us.
  std::vector<Time> expected = {0, 0, 0};
  for (Time k = 0; k < 7; ++k) expected.push_back(16 * (k + 1) * microsecond);
  EXPECT_EQ(issued(), expected);
}

// One under way: there and back each time, with the sink's rate beside the link's.
TEST_P(MessageSourceTest, aClosedLoopOfOne) {
  SourceLoad load = load_of(Kind::closed, 0);
  load.io_limit = 3;
  config = {500'000'000, 1};
  build(load, 1'000'000'000);
  books.then = [&](const Tag& tag, std::uint64_t bytes, Time now) { traffic(tag.source).delivered(tag, bytes, now); };
  run_empty();
  // The next I/O is asked for when the one before has arrived, and waits for the sink's buffer: 16 us.
  EXPECT_THAT(issued(), ElementsAre(0u, 8 * microsecond, 32 * microsecond));
  EXPECT_THAT(books.times(), ElementsAre(8 * microsecond, 32 * microsecond, 56 * microsecond));
  Tag unknown;
  unknown.block = 77;
  EXPECT_THROW(source_->traffics().front()->delivered(unknown, 1, millisecond), ModelError);
}

// A random trace, some of it at one instant: each message goes when it is asked for and the one before is across, at
// 8 ns a byte of the link. Nothing else is asked for.
TEST_P(MessageSourceTest, aTraceIsAskedForAsItStands) {
  SplitMix64 stream = random_stream(7, "test", "trace");
  std::vector<TracedIo> ios;
  std::vector<Time> expected, asked;
  std::uint64_t bytes = 0;
  for (Time at = 0, free = 0; ios.size() < 400; at += stream() % 3 == 0 ? 0 : stream() % (20 * microsecond)) {
    ios.push_back({at, 1 + stream() % 3000, 0});
    asked.push_back(at);
    for (std::uint64_t left = ios.back().bytes; left > 0; left -= std::min<std::uint64_t>(left, 1000)) {
      free = std::max(at, free) + std::min<std::uint64_t>(left, 1000) * 8 * nanosecond;
      expected.push_back(free);
    }
    bytes += ios.back().bytes;
  }
  SourceLoad load = load_of(Kind::trace, 0);
  load.io = 3000;
  load.trace = std::make_shared<const std::vector<TracedIo>>(std::move(ios));
  EXPECT_EQ(load.total("source"), bytes);
  SourceLoad again = load;
  again.repeat = second;
  EXPECT_EQ(again.total("source"), 0u);  // without end
  again.io_limit = 801;
  EXPECT_EQ(again.total("source"), 2 * bytes + load.trace->front().bytes);
  build(load, 1'000'000'000);
  run_empty(second);
  EXPECT_EQ(issued(), asked);
  EXPECT_EQ(books.times(), expected);
  EXPECT_EQ(source_->bytes(), bytes);
}

// One that begins again every 10 us, in the middle of which it ends.
TEST_P(MessageSourceTest, aTraceBeginsAgain) {
  SourceLoad load = load_of(Kind::trace, 0);
  load.trace = std::make_shared<const std::vector<TracedIo>>(
      std::vector<TracedIo>{{0, 100, 0}, {3 * microsecond, 300, 0}, {10 * microsecond, 200, 0}});
  load.repeat = 10 * microsecond;
  load.io_limit = 8;
  build(load, 1'000'000'000);
  run_empty(millisecond);
  const Time us = microsecond;
  EXPECT_THAT(issued(), ElementsAre(0u, 3 * us, 10 * us, 10 * us, 13 * us, 20 * us, 20 * us, 23 * us));
  EXPECT_EQ(source_->bytes(), 100u + 300 + 200 + 100 + 300 + 200 + 100 + 300);
}

// A trace that is not in order, or that is none.
TEST_P(MessageSourceTest, aTraceMustBeOne) {
  SourceLoad load = load_of(Kind::trace, 0);
  EXPECT_THROW(source("none", load), ModelError);
  load.trace = std::make_shared<const std::vector<TracedIo>>(std::vector<TracedIo>{{5, 100, 0}, {4, 100, 0}});
  EXPECT_THROW(source("turned", load), ModelError);
  load.trace = std::make_shared<const std::vector<TracedIo>>(std::vector<TracedIo>{{5, 0, 0}});
  EXPECT_THROW(source("empty", load), ModelError);
  load.trace = std::make_shared<const std::vector<TracedIo>>(std::vector<TracedIo>{{5, 100, 0}});
  load.repeat = 4;
  EXPECT_THROW(source("short", load), ModelError);
  load.arrivals = Kind::constant;
  load.bits_per_second = 1'000'000;
  EXPECT_THROW(source("other", load), ModelError);
}

// 1000 B three times in four, 3000 B else: 1500 B in the mean, at 1 Gb/s one each 12 us. As many of each as chance
// allows, and what is asked for in all is told beforehand.
TEST_P(MessageSourceTest, sizesAreDrawn) {
  SourceLoad load = load_of(Kind::constant, 1'000'000'000);
  load.sizes =
      std::make_shared<const IoSizes>(std::vector<std::uint64_t>{1000, 3000}, std::vector<std::uint64_t>{3, 1});
  load.io_limit = 4000;
  build(load, 100'000'000'000);
  run_empty(second);
  const std::vector<Time> times = issued();
  ASSERT_EQ(times.size(), 4000u);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_EQ(times[k], k * 12 * microsecond);
  // A large one has three messages. Of the number of large ones the standard deviation is sqrt(4000 x 3 / 16) = 27.
  EXPECT_NEAR(static_cast<double>(books.arrivals.size()), 4000 + 2 * 1000, 2 * 3 * 27.4);
  EXPECT_EQ(source_->bytes(), load.total("source"));
  EXPECT_EQ(load.sizes->largest(), 3000u);
  EXPECT_DOUBLE_EQ(load.sizes->messages(1000), 1.5);
  EXPECT_DOUBLE_EQ(load.sizes->messages(4000), 1);
  EXPECT_DOUBLE_EQ(load.sizes->mean_square(), 3e6);
}

// In a closed loop an I/O has arrived when all of its own size has.
TEST_P(MessageSourceTest, drawnSizesInAClosedLoop) {
  SourceLoad load = load_of(Kind::closed, 0);
  load.sizes = std::make_shared<const IoSizes>(std::vector<std::uint64_t>{500, 2500}, std::vector<std::uint64_t>{1, 1});
  load.message = 500;
  load.io_limit = 50;
  build(load, 1'000'000'000);
  books.then = [&](const Tag& tag, std::uint64_t bytes, Time now) { traffic(tag.source).delivered(tag, bytes, now); };
  run_empty(second);
  EXPECT_EQ(source_->bytes(), load.total("source"));
  // One under way: asked for when all before it has arrived, 8 ns a byte.
  EXPECT_EQ(issued().size(), 50u);
  EXPECT_EQ(books.times().back(), load.total("source") * 8 * nanosecond);
}

// I/Os of three random traces, some of one instant, in the order in which they are asked for, ties in the order of the
// traffics. Each message is across when all before it are, at 8 ns a byte: Lindley's recursion.
TEST_P(MessageSourceTest, trafficsOfASourceAreServedInOrderOfRequest) {
  struct OfferedLoad {
    Time at;
    std::uint32_t traffic;
    std::uint64_t bytes;
  };
  SplitMix64 stream = random_stream(18, "test", "traces");
  std::vector<OfferedLoad> all;
  std::vector<SourceLoad> loads;
  for (std::uint32_t traffic = 0; traffic < 3; ++traffic) {
    std::vector<TracedIo> ios;
    for (Time at = 0; ios.size() < 200; at += stream() % 4 * 10 * microsecond) {
      ios.push_back({at, 1 + stream() % 3000, 0});
      all.push_back({at, traffic, ios.back().bytes});
    }
    loads.push_back(load_of(Kind::trace, 0));
    loads.back().io = 3000;
    loads.back().trace = std::make_shared<const std::vector<TracedIo>>(std::move(ios));
  }
  std::stable_sort(all.begin(), all.end(), [](const OfferedLoad& one, const OfferedLoad& other) {
    return std::pair(one.at, one.traffic) < std::pair(other.at, other.traffic);
  });
  std::vector<std::pair<Time, std::uint32_t>> expected;
  std::uint64_t bytes = 0;
  Time free = 0;
  for (const OfferedLoad& one : all) {
    for (std::uint64_t left = one.bytes; left > 0; left -= std::min<std::uint64_t>(left, 1000)) {
      free = std::max(one.at, free) + std::min<std::uint64_t>(left, 1000) * 8 * nanosecond;
      expected.emplace_back(free, one.traffic);
    }
    bytes += one.bytes;
  }
  build(loads[0], 1'000'000'000);
  for (std::uint32_t traffic = 1; traffic < 3; ++traffic)
    source_->add_traffic(loads[traffic], std::make_unique<InTurn>(std::vector<std::uint32_t>{0}), address_of, traffic);
  run_empty(second);
  std::vector<std::pair<Time, std::uint32_t>> arrived;
  for (const Books::Entry& one : books.arrivals) arrived.emplace_back(one.at, one.source);
  EXPECT_EQ(arrived, expected);
  EXPECT_EQ(source_->bytes(), bytes);
  EXPECT_EQ(source_->messages(), expected.size());
}

// What one traffic of a source draws does not depend on what it has beside, and each draws its own.
TEST_P(MessageSourceTest, eachTrafficOfASourceDrawsItsOwn) {
  SourceLoad load = load_of(Kind::poisson, 80'000'000);
  load.io_limit = 50;
  const auto issued_by = [&](const Source& of, std::uint32_t number) {
    EXPECT_EQ(of.messages() % 50, 0u);
    std::vector<Time> times;
    for (const Books::Entry& one : books.departures)
      if (one.source == number) times.push_back(one.at);
    return times;
  };
  build(load, 100'000'000'000);
  SourceLoad other = load;
  other.draws = "source other";
  source_->add_traffic(other, std::make_unique<InTurn>(std::vector<std::uint32_t>{0}), address_of, 1);
  EXPECT_EQ(timers(), 0u);
  simulate_to(region, 1);
  EXPECT_EQ(timers(), 2u);
  run_empty(second);
  EXPECT_EQ(timers(), 0u);
  SplitMix64 draws = random_stream(load.seed, "source", "arrivals");
  Time at = 0;
  std::vector<Time> alone;
  for (int i = 0; i < 50; ++i) {
    at += static_cast<Time>(
        std::llround(boost::random::exponential_distribution<double>(1.0)(draws) * (100.0 * microsecond)));
    alone.push_back(at);
  }
  EXPECT_EQ(issued_by(*source_, 0), alone);
  EXPECT_EQ(issued_by(*source_, 1).size(), 50u);
  EXPECT_NE(issued_by(*source_, 1), alone);
}

// Each of two loops asks again when one of its own has arrived: they take turns on a link of 8 us a message.
TEST_P(MessageSourceTest, aClosedLoopHearsOfItsOwnIos) {
  SourceLoad load = load_of(Kind::closed, 0);
  load.io_limit = 5;
  build(load, 1'000'000'000);
  source_->add_traffic(load, std::make_unique<InTurn>(std::vector<std::uint32_t>{0}), address_of, 7);
  books.then = [&](const Tag& tag, std::uint64_t bytes, Time now) { traffic(tag.source).delivered(tag, bytes, now); };
  run_empty();
  for (std::uint64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(books.times(0)[i], (2 * i + 1) * 8 * microsecond);
    EXPECT_EQ(books.times(7)[i], (2 * i + 2) * 8 * microsecond);
  }
}

// Ten messages at time 0, 8 us each: ready are 9 for 8 us, 8 for the next 8, and so on to 0: 45 x 8 us.
TEST_P(MessageSourceTest, reportsWhatItCounts) {
  build(at_start(5, 2000, 1000), 1'000'000'000);
  run_empty(100 * microsecond);
  ReplicationRecord record;
  StatisticSink figures(record, 0, 100 * microsecond);
  source_->report(figures);
  sink_->report(figures);
  const auto& of_source = record.components["source"];
  EXPECT_EQ(of_source.at("messages"), 10);
  EXPECT_NEAR(of_source.at("bandwidth"), 1e8, 1e-3);
  EXPECT_NEAR(of_source.at("queue_depth"), 3.6, 1e-12);
  EXPECT_NEAR(of_source.at("wait_link"), 0.72, 1e-12);
  EXPECT_NEAR(record.components["source.out"].at("utilisation"), 0.8, 1e-12);
  EXPECT_EQ(record.components["sink"].at("messages"), 10);
  EXPECT_EQ(record.components["sink"].count("utilisation"), 0u);
  // A new window has none of it.
  source_->start_window(100 * microsecond);
  EXPECT_EQ(source_->messages(), 0u);
  EXPECT_EQ(source_->bytes(), 0u);
}

// Probes that nobody follows are told what changes, and change nothing.
TEST_P(MessageSourceTest, canBeTraced) {
  source_ = source("source", at_start(4, 2000, 1000));
  link_ = link("link", 1'000'000'000);
  LinkDelay<GeneralLink> delay("delay", domain, 5 * microsecond);
  sink_ = sink("sink", {500'000'000, 2});
  source_->out.socket.bind(link_->in);
  link_->out.bind(delay.in);
  delay.out.bind(sink_->in);
  simulate_to(region, 10 * microsecond);
  ProbeList list;
  list.collect();
  std::vector<std::string> names;
  for (const ProbeInfo& info : list.infos()) names.push_back(info.part + "." + info.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"source.queue_depth", "source.ios", "source.out.queue_depth",
                                            "delay.on_the_way", "delay.next", "sink.utilisation", "sink.taken"}));
  std::vector<Traced*> parts = {source_.get(), &source_->out, &delay, sink_.get()};
  for (Traced* const part : parts) part->start_trace(10 * microsecond);
  simulate_to(region, 40 * microsecond);
  for (Traced* const part : parts) part->stop_trace();
  run_empty();
  // 8 us on the link and 5 on the way: at 13 and 21 us; taken 13-29, 29-45 and so on. The third has a buffer from 29
  // us.
  EXPECT_THAT(books.times(), ElementsAre(13 * microsecond, 21 * microsecond, 42 * microsecond, 58 * microsecond,
                                         74 * microsecond, 90 * microsecond, 106 * microsecond, 122 * microsecond));
}

TEST(MessageSource, refusesALoadThatCannotBe) {
  Region region("region");
  MessagePool pool(4096);
  const Domain domain{region, pool, Phases::shortcut};
  Books books;
  unsigned number = 0;
  const auto make = [&](const SourceLoad& load) {
    LinkSource<GeneralLink>(("source" + std::to_string(number++)).c_str(), domain, load,
                            std::make_unique<InTurn>(std::vector<std::uint32_t>{0}), address_of, books, 0);
  };
  const SourceLoad good = load_of(Kind::constant, 1'000'000);
  const auto with = [&good](auto change) {
    SourceLoad load = good;
    change(load);
    return load;
  };
  EXPECT_THROW(make(with([](SourceLoad& load) { load.io = 0; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.message = 0; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.message = 1001; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.io = load.message = 8192; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.interval_denominator = 0; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.interval_numerator = ~std::uint64_t{0}; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.arrivals = Kind::on_off; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) { load.arrivals = Kind::at_start; })), ModelError);
  EXPECT_THROW(make(with([](SourceLoad& load) {
                 load.arrivals = Kind::closed;
                 load.outstanding = 0;
               })),
               ModelError);
}

}  // namespace
}  // namespace isochron::testbench
