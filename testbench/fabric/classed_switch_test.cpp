// SPDX-License-Identifier: Apache-2.0
// Classes of traffic in a switch, by hand: 1000 B take 8 us at 1 Gb/s, 80 us at 100 Mb/s. Source i sends class i.
#include <algorithm>

#include <gmock/gmock.h>

#include <isochron/fabric/buffered_switch.h>
#include <isochron/fabric/classed_switch.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/classed_routes.h>

#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

class ClassedSwitchTest : public PartsTest {
 protected:
  static constexpr Time us = microsecond;
  static constexpr std::uint64_t gigabit = 1'000'000'000;

  using Switch = ClassedSwitch<GeneralLink>;

  static SourceLoad of_class(SourceLoad load, unsigned traffic_class) {
    load.traffic_class = static_cast<std::uint8_t>(traffic_class);
    return load;
  }
  /// A source of each load, each of the class of its place, with a link of `rate` to a switch of one output.
  void build(const std::vector<SourceLoad>& loads, std::uint64_t rate, unsigned buffers, BufferFreed freed,
             const ClassService& service, unsigned outputs = 1) {
    const auto inputs = static_cast<unsigned>(loads.size());
    routes = std::make_unique<ClassedRoutes>(service.classes);
    for (unsigned i = 0; i < inputs; ++i) {
      const std::string index = std::to_string(i);
      sources.push_back(source("source" + index, of_class(loads[i], i), i, {outputs == 1 ? 0 : i}));
      links.push_back(link("link" + index, rate));
    }
    crossbar = std::make_unique<Switch>("crossbar", domain, outputs, inputs, *routes, buffers, freed, service);
    for (unsigned c = 0; c < service.classes; ++c) {
      routes->table(c).resize(outputs, 1);
      for (unsigned i = 0; i < outputs; ++i) routes->table(c).set(i, 0, crossbar->output(i, c));
    }
    for (unsigned i = 0; i < inputs; ++i) {
      sources[i]->out.socket.bind(links[i]->in);
      links[i]->out.bind(crossbar->receiver(i).socket);
    }
  }
  /// The switch's output, with a link and a sink.
  void end(std::uint64_t rate, const MessageSink::Config& config = {}) {
    out = link("out", rate);
    last = sink("sink", config);
    crossbar->sender(0).socket.bind(out->in);
    out->out.bind(last->in);
  }
  std::vector<std::uint32_t> senders() const {
    std::vector<std::uint32_t> found;
    for (const Books::Entry& one : books.arrivals) found.push_back(one.source);
    return found;
  }

  std::unique_ptr<ClassedRoutes> routes;
  std::vector<std::unique_ptr<Source>> sources;
  std::vector<std::unique_ptr<GeneralSerialLink>> links;
  std::unique_ptr<Switch> crossbar;
  std::unique_ptr<GeneralSerialLink> out;
  std::unique_ptr<Sink> last;
};

INSTANTIATE_TEST_SUITE_P(Modes, ClassedSwitchTest, both_modes, name_of_mode);

// One class of two: as a switch without classes. On the first link 8, 8, 8 us; 32 us each on the second.
TEST_P(ClassedSwitchTest, oneClassIsAsNone) {
  build({at_start(4, 1000, 1000)}, gigabit, 1, BufferFreed::on_send, {2});
  end(gigabit / 4);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(40 * us, 72 * us, 104 * us, 136 * us));
  EXPECT_EQ(sources[0]->out.statistics().wait_buffer.total(millisecond), (40 - 16 + 72 - 48) * us);
  EXPECT_EQ(crossbar->sender(0).bytes(0), 4000u);
  EXPECT_EQ(crossbar->sender(0).bytes(1), 0u);
}

// ... and with buffers that are held until a message is across.
TEST_P(ClassedSwitchTest, aBufferHeldUntilArrival) {
  build({at_start(3, 1000, 1000)}, gigabit, 1, BufferFreed::on_arrival, {2});
  end(gigabit / 4);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(40 * us, 80 * us, 120 * us));
}

// Both classes come as fast as the output sends. Strictly served, class 1 goes when it alone is there: the two arrive
// together at 8 us, and class 0 goes first. Its second message is there at 16, when the link is free, and so on.
TEST_P(ClassedSwitchTest, strictOrder) {
  build({at_start(4, 1000, 1000), at_start(4, 1000, 1000)}, gigabit, 1, BufferFreed::on_send, {2});
  end(gigabit);
  run_empty();
  EXPECT_THAT(senders(), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
  EXPECT_THAT(books.times(0), ElementsAre(16 * us, 24 * us, 32 * us, 40 * us));
  EXPECT_THAT(books.times(1), ElementsAre(48 * us, 56 * us, 64 * us, 72 * us));
}

// A message that is being sent is not interrupted: class 1 comes at 4 us (500 B) and is sent until 36; class 0 comes
// at 8 and goes then.
TEST_P(ClassedSwitchTest, noInterruption) {
  build({at_start(1, 1000, 1000), at_start(1, 500, 500)}, gigabit, 1, BufferFreed::on_send, {2});
  end(gigabit / 8);
  run_empty();
  EXPECT_THAT(books.times(1), ElementsAre(36 * us));
  EXPECT_THAT(books.times(0), ElementsAre(100 * us));
}

// Weights of 3 to 1, in bytes, of classes that both always have a message: shares within half a percent.
TEST_P(ClassedSwitchTest, weights) {
  SourceLoad small = at_start(400'000, 250, 250);
  build({small, at_start(100'000, 1000, 1000)}, 4 * gigabit, 4, BufferFreed::on_send,
        {2, ClassOrder::weighted, {3, 1}});
  end(gigabit);
  simulate_to(region, 200 * millisecond);
  const double first = static_cast<double>(crossbar->sender(0).bytes(0));
  const double second = static_cast<double>(crossbar->sender(0).bytes(1));
  EXPECT_NEAR(first / (first + second), 0.75, 0.75 * 0.005);
  EXPECT_NEAR((first + second) * 8, 0.2 * gigabit, 0.2 * gigabit * 0.001);
}

// A chain of two switches with one link between them, and two ends behind the second: that of class 1 takes a message
// in 80 ms, that of class 0 whatever comes. Once class 1 has filled its buffers, class 0 goes on at the full rate of
// the link between. In one class it would wait for the slow end.
class TwoEnds : public ClassedSwitchTest {
 protected:
  void chain(unsigned classes) {
    build({at_start(100, 1000, 1000), at_start(100, 1000, 1000)}, gigabit, 2, BufferFreed::on_send, {classes}, 2);
    // Both go by output 0 of the first switch.
    for (unsigned c = 0; c < classes; ++c) routes->table(c).set(1, 0, crossbar->output(0, c));
    further = std::make_unique<ClassedRoutes>(classes);
    second = std::make_unique<Switch>("second", domain, 2, 1, *further, 2, BufferFreed::on_send, ClassService{classes});
    for (unsigned c = 0; c < classes; ++c) {
      further->table(c).resize(2, 1);
      for (unsigned i = 0; i < 2; ++i) further->table(c).set(i, 0, second->output(i, c));
    }
    between = link("between", gigabit);
    crossbar->sender(0).socket.bind(between->in);
    between->out.bind(second->receiver(0).socket);
    unused = link("unused", gigabit);
    crossbar->sender(1).socket.bind(unused->in);
    ends.push_back(sink("unused_end"));
    unused->out.bind(ends.back()->in);
    for (unsigned i = 0; i < 2; ++i) {
      lasts.push_back(link("last" + std::to_string(i), gigabit));
      ends.push_back(sink("end" + std::to_string(i), i == 0 ? MessageSink::Config{} : MessageSink::Config{100'000, 1}));
      second->sender(i).socket.bind(lasts[i]->in);
      lasts[i]->out.bind(ends.back()->in);
    }
  }

  std::unique_ptr<ClassedRoutes> further;
  std::unique_ptr<Switch> second;
  std::unique_ptr<GeneralSerialLink> between, unused;
  std::vector<std::unique_ptr<GeneralSerialLink>> lasts;
  std::vector<std::unique_ptr<Sink>> ends;
};

INSTANTIATE_TEST_SUITE_P(Modes, TwoEnds, both_modes, name_of_mode);

TEST_P(TwoEnds, aClassThatIsBlockedDoesNotBlockTheOther) {
  chain(2);
  simulate_to(region, 2 * millisecond);
  // Class 1 has a message at its end, two in the second switch, two in the first and one before it. Class 0 had to
  // wait for the few of them that crossed the link between.
  EXPECT_EQ(books.times(0).size(), 100u);
  EXPECT_LE(books.times(0).back(), (100 + 3 + 3) * 8 * us);
  EXPECT_EQ(books.times(1).size(), 1u);
  std::vector<Wait> waits;
  crossbar->report_waits(waits);
  second->report_waits(waits);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[0].who, "crossbar.out[0].class[1]");
  EXPECT_THAT(waits[0].whom, testing::StartsWith("second.out[1].class[1] since"));
  EXPECT_EQ(waits[1].who, "second.out[1].class[1]");
}

TEST_P(TwoEnds, inOneClassTheyWait) {
  chain(1);
  simulate_to(region, 2 * millisecond);
  EXPECT_LT(books.times(0).size(), 20u);
}

// The far end, a sink with one buffer that takes a message in 16 us, has one class: it hears of one request at a time.
// Class 1 asks first, at 4 us for a message of 500 B which is there at 8; class 0 asks at 8, and has all that follows.
TEST_P(ClassedSwitchTest, aFarEndWithoutClasses) {
  build({at_start(3, 1000, 1000), at_start(2, 500, 500)}, gigabit, 2, BufferFreed::on_send, {2});
  end(gigabit, {gigabit / 2, 1});
  run_empty();
  EXPECT_THAT(senders(), ElementsAre(1, 0, 0, 0, 1));
  // 4-8 on the link, 8-16 taken; 16-24, 24-40; 40-48, 48-64; 64-72, 72-88; 88-92.
  EXPECT_THAT(books.times(0), ElementsAre(24 * us, 48 * us, 72 * us));
  EXPECT_THAT(books.times(1), ElementsAre(8 * us, 92 * us));
}

// The same behind a delay, which hands on what the receiver has: several messages of a class are on the way when its
// next one asks.
TEST_P(ClassedSwitchTest, behindADelay) {
  build({at_start(20, 1000, 1000), at_start(20, 1000, 1000)}, gigabit, 4, BufferFreed::on_send, {2});
  out = link("out", gigabit);
  LinkDelay<GeneralLink> delay("delay", domain, 20 * us);
  ClassedRoutes further(2);
  Switch second("second", domain, 1, 1, further, 3, BufferFreed::on_send, {2});
  for (unsigned c = 0; c < 2; ++c) {
    further.table(c).resize(1, 1);
    further.table(c).set(0, 0, second.output(0, c));
  }
  const auto after = link("after", gigabit);
  last = sink("sink");
  crossbar->sender(0).socket.bind(out->in);
  out->out.bind(delay.in);
  delay.out.bind(second.receiver(0).socket);
  second.sender(0).socket.bind(after->in);
  after->out.bind(last->in);
  run_empty(10 * millisecond);
  EXPECT_EQ(books.times(0).size(), 20u);
  EXPECT_EQ(books.times(1).size(), 20u);
  for (unsigned i = 0; i < 2; ++i) {
    std::uint64_t next = 0;
    for (const Books::Entry& one : books.arrivals) {
      if (one.source == i) {
        EXPECT_EQ(one.sequence, next++);
      }
    }
  }
}

}  // namespace
}  // namespace isochron::testbench
