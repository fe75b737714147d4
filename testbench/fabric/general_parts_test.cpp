// SPDX-License-Identifier: Apache-2.0
// Chains of general parts, by hand: 1000 B take 8 us at 1 Gb/s, 4 us at 2 Gb/s, 32 us at 250 Mb/s.
#include <gmock/gmock.h>

#include <isochron/core/error.h>
#include <isochron/fabric/buffered_switch.h>
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/fabric/starfabric.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/route_table.h>

#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time us = microsecond;
constexpr std::uint64_t gigabit = 1'000'000'000;

using GeneralSwitch = BufferedSwitch<GeneralLink>;

class GeneralParts : public PartsTest {
 protected:
  /// source - first - crossbar - second - sink.
  void chain(const SourceLoad& load, std::uint64_t first, std::uint64_t second, unsigned buffers, BufferFreed freed,
             const MessageSink::Config& config = {}) {
    source_ = source("source", load);
    first_ = link("first", first);
    crossbar_ = std::make_unique<GeneralSwitch>("crossbar", domain, 1, 1, table, buffers, freed);
    second_ = link("second", second);
    sink_ = sink("sink", config);
    table.resize(1, 1);
    table.set(0, 0, crossbar_->output(0));
    source_->out.socket.bind(first_->in);
    first_->out.bind(crossbar_->receiver(0).socket);
    crossbar_->sender(0).socket.bind(second_->in);
    second_->out.bind(sink_->in);
  }

  /// Of the sources whose messages arrived, in their order.
  std::vector<std::uint32_t> senders() const {
    std::vector<std::uint32_t> found;
    for (const Books::Entry& one : books.arrivals) found.push_back(one.source);
    return found;
  }

  RouteTable table;
  std::unique_ptr<Source> source_;
  std::unique_ptr<GeneralSerialLink> first_;
  std::unique_ptr<GeneralSwitch> crossbar_;
  std::unique_ptr<GeneralSerialLink> second_;
  std::unique_ptr<Sink> sink_;
};

INSTANTIATE_TEST_SUITE_P(Modes, GeneralParts, both_modes, name_of_mode);

// Two I/Os of 2500 B: 1000, 1000 and 500 B each. On the first link 8, 8, 4, 8, 8, 4 us, on the second half of that, and
// never waiting.
TEST_P(GeneralParts, storeAndForward) {
  chain(at_start(2, 2500, 1000), gigabit, 2 * gigabit, 1, BufferFreed::on_send);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(12 * us, 20 * us, 22 * us, 32 * us, 40 * us, 42 * us));
  EXPECT_EQ(crossbar_->outputs(), 1u);
  ASSERT_EQ(books.departures.size(), 6u);
  for (std::uint64_t i = 0; i < 6; ++i) {
    const Books::Entry& one = books.arrivals[i];
    EXPECT_EQ(one.sequence, i);
    EXPECT_EQ(one.block, i / 3);
    EXPECT_EQ(one.offset, i % 3 * 1000);
    EXPECT_EQ(one.bytes, i % 3 == 2 ? 500u : 1000u);
    EXPECT_EQ(books.departures[i].sequence, i);
  }
}

// The second link is the slower one: 32 us each, the first of them from 8 us on.
TEST_P(GeneralParts, theSlowerLinkSetsThePace) {
  chain(at_start(4, 1000, 1000), gigabit, gigabit / 4, 1, BufferFreed::on_send);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(40 * us, 72 * us, 104 * us, 136 * us));
  // The third asks at 16 us, and leaves when the second does, at 40; the fourth at 72.
  EXPECT_EQ(source_->out.statistics().wait_buffer.total(millisecond), (40 - 16 + 72 - 48) * us);
}

// A buffer that is free only when its message has arrived: 8 us there and 32 us on, one after another.
TEST_P(GeneralParts, aBufferHeldUntilArrival) {
  chain(at_start(3, 1000, 1000), gigabit, gigabit / 4, 1, BufferFreed::on_arrival);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(40 * us, 80 * us, 120 * us));
}

// Two sources share an output in turns, each at half of it. The first two messages leave at 0 and 8 us (one buffer,
// free again when its message goes on), all others 16 us after the one before.
TEST_P(GeneralParts, twoSourcesOfOneOutputTakeTurns) {
  std::vector<std::unique_ptr<Source>> sources;
  std::vector<std::unique_ptr<GeneralSerialLink>> links;
  for (unsigned i = 0; i < 2; ++i) {
    const std::string index = std::to_string(i);
    sources.push_back(source("source" + index, at_start(4, 1000, 1000), i));
    links.push_back(link("link" + index, gigabit));
  }
  GeneralSwitch crossbar("crossbar", domain, 1, 2, table, 1, BufferFreed::on_send);
  const auto out = link("out", gigabit);
  const auto end = sink("sink");
  table.resize(1, 1);
  table.set(0, 0, crossbar.output(0));
  for (unsigned i = 0; i < 2; ++i) {
    sources[i]->out.socket.bind(links[i]->in);
    links[i]->out.bind(crossbar.receiver(i).socket);
  }
  crossbar.sender(0).socket.bind(out->in);
  out->out.bind(end->in);
  run_empty();
  EXPECT_THAT(senders(), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
  EXPECT_THAT(books.times(0), ElementsAre(16 * us, 32 * us, 48 * us, 64 * us));
  EXPECT_THAT(books.times(1), ElementsAre(24 * us, 40 * us, 56 * us, 72 * us));
}

// A sink that takes 16 us a message. One buffer: 8 us on the link and 16 us taken, one after another.
TEST_P(GeneralParts, aSinkWithholdsItsBuffer) {
  source_ = source("source", at_start(3, 1000, 1000));
  first_ = link("first", gigabit);
  sink_ = sink("sink", {gigabit / 2, 1});
  source_->out.socket.bind(first_->in);
  first_->out.bind(sink_->in);
  simulate_to(region, 12 * us);
  std::vector<Wait> waits;
  source_->report_waits(waits);
  sink_->report_waits(waits);
  EXPECT_EQ(describe_waits(waits),
            "\n  source.out waits for a buffer of sink since 0.000008 s"
            "\n  sink waits for the last bit of the message that it takes");
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(8 * us, 32 * us, 56 * us));
  EXPECT_EQ(sink_->withheld().total(millisecond), 2 * 16 * us);
  EXPECT_EQ(sink_->taking().total(millisecond), 3 * 16 * us);
}

// Two buffers: taken 8-24, 24-40, 40-56, 56-72 us; the third may come from 24 us on, the fourth from 40.
TEST_P(GeneralParts, aSinkWithTwoBuffers) {
  source_ = source("source", at_start(4, 1000, 1000));
  first_ = link("first", gigabit);
  sink_ = sink("sink", {gigabit / 2, 2});
  source_->out.socket.bind(first_->in);
  first_->out.bind(sink_->in);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(8 * us, 16 * us, 32 * us, 48 * us));
  EXPECT_EQ(sink_->withheld().total(millisecond), (24 - 16 + 40 - 32) * us);
  EXPECT_EQ(sink_->taking().total(millisecond), 4 * 16 * us);
}

// What stays is not taken further: the sink is free as soon as it has come.
TEST_P(GeneralParts, whatStaysFreesItsBuffer) {
  books.goes_on = false;
  source_ = source("source", at_start(3, 1000, 1000));
  first_ = link("first", gigabit);
  sink_ = sink("sink", {gigabit / 2, 1});
  source_->out.socket.bind(first_->in);
  first_->out.bind(sink_->in);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(8 * us, 16 * us, 24 * us));
  EXPECT_EQ(sink_->taking().total(millisecond), 0u);
}

/// A source, a link, a delay, a switch with two outputs, and a sink at each.
class Delayed : public PartsTest {
 protected:
  void build(Time delay, unsigned buffers, const SourceLoad& load, std::vector<std::uint32_t> to) {
    source_ = source("source", load, 7, std::move(to));
    first_ = link("first", gigabit);
    delay_ = std::make_unique<LinkDelay<GeneralLink>>("delay", domain, delay);
    crossbar_ = std::make_unique<GeneralSwitch>("crossbar", domain, 2, 1, table, buffers, BufferFreed::on_send);
    table.resize(2, 1);
    source_->out.socket.bind(first_->in);
    first_->out.bind(delay_->in);
    delay_->out.bind(crossbar_->receiver(0).socket);
    for (unsigned i = 0; i < 2; ++i) {
      table.set(i, 0, crossbar_->output(i));
      out_.push_back(link("out" + std::to_string(i), 2 * gigabit));
      sinks_.push_back(sink("sink" + std::to_string(i)));
      crossbar_->sender(i).socket.bind(out_[i]->in);
      out_[i]->out.bind(sinks_[i]->in);
    }
  }

  RouteTable table;
  std::unique_ptr<Source> source_;
  std::unique_ptr<GeneralSerialLink> first_;
  std::unique_ptr<LinkDelay<GeneralLink>> delay_;
  std::unique_ptr<GeneralSwitch> crossbar_;
  std::vector<std::unique_ptr<GeneralSerialLink>> out_;
  std::vector<std::unique_ptr<Sink>> sinks_;
};

INSTANTIATE_TEST_SUITE_P(Modes, Delayed, both_modes, name_of_mode);

// 8 us on the first link, 4 on the second, and between them 100: twelve are on the way at a time, and each goes where
// it belongs though others have been granted since.
TEST_P(Delayed, addsItsTimeAndNothingElse) {
  build(100 * us, 16, at_start(20, 1000, 1000), {0, 0, 1});
  run_empty();
  ASSERT_EQ(books.arrivals.size(), 20u);
  for (std::uint64_t i = 0; i < 20; ++i) {
    EXPECT_EQ(books.arrivals[i].sequence, i);
    EXPECT_EQ(books.arrivals[i].at, (8 * (i + 1) + 100 + 4) * us);
    EXPECT_EQ(books.arrivals[i].destination, i % 3 == 2 ? 1u : 0u);
  }
  EXPECT_EQ(sinks_[0]->messages(), 14u);
  EXPECT_EQ(sinks_[1]->messages(), 6u);
}

// None at all.
TEST_P(Delayed, ofNoLength) {
  build(0, 1, at_start(3, 1000, 1000), {0, 1});
  run_empty();
  std::vector<Time> times;
  for (const Books::Entry& one : books.arrivals) times.push_back(one.at);
  EXPECT_THAT(times, ElementsAre(12 * us, 20 * us, 28 * us));
}

// A packet on the way has its buffer at the far end. One buffer, 8 us on the link and 100 us on the way: one each 108
// us.
TEST_P(Delayed, buffersLimitWhatIsOnTheWay) {
  build(100 * us, 1, at_start(3, 1000, 1000), {0});
  run_empty();
  EXPECT_THAT(books.times(7), ElementsAre(112 * us, 220 * us, 328 * us));
}

TEST(RouteTable, leadsToWhatWasSetAndNowhereElse) {
  Region region("region");
  MessagePool pool(16);
  const Domain domain{region, pool, Phases::shortcut};
  RouteTable table;
  BufferedSwitch<StarFabric> parts("switch", domain, 2, 0, table, 1, BufferFreed::on_send);
  BufferedSwitch<InfiniBand> others("others", domain, 3, 4, table, 1, BufferFreed::on_send);
  EXPECT_EQ(others.outputs(), 3u);
  table.resize(3, 2);
  table.set(1, 0, parts.output(0));
  table.set(1, 1, parts.output(1));
  EXPECT_THROW(table.set(1, 2, parts.output(1)), std::out_of_range);
  EXPECT_THROW(table.set(3, 0, parts.output(1)), std::out_of_range);
  Payload payload;
  for (unsigned way = 0; way < 2; ++way) {
    payload.set_address(EndpointAddress{1, way}.encode() + 0x123456);
    EXPECT_EQ(&table.route(payload), &parts.output(way));
  }
  for (const EndpointAddress& nowhere : {EndpointAddress{0, 0}, EndpointAddress{1, 2}, EndpointAddress{3, 0}}) {
    payload.set_address(nowhere.encode());
    EXPECT_THROW(table.route(payload), ModelError);
  }
  payload.set_address(EndpointAddress{2, 1}.encode());
  try {
    table.route(payload);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "there is no route to endpoint 2 by way 1");
  }
}

TEST(EndpointAddress, isReadAsItIsWritten) {
  for (const std::uint32_t endpoint : {0u, 1u, 77u, 0xffffffffu})
    for (const unsigned way : {0u, 1u, 255u}) {
      const std::uint64_t address = EndpointAddress{endpoint, way}.encode();
      EXPECT_EQ(EndpointAddress::decode(address | 0xffffff).endpoint, endpoint);
      EXPECT_EQ(EndpointAddress::decode(address | 0xffffff).way, way);
      EXPECT_LE(EndpointAddress::first(endpoint), address);
      EXPECT_GE(EndpointAddress::last(endpoint), address | 0xffffff);
    }
  EXPECT_EQ(EndpointAddress::last(4) + 1, EndpointAddress::first(5));
  EXPECT_EQ(EndpointAddress::last(0xffffffff), ~std::uint64_t{0});
}

}  // namespace
}  // namespace isochron::testbench
