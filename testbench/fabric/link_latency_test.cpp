// SPDX-License-Identifier: Apache-2.0
// Links with propagation and with credits that take a time, against recurrences by hand. 1000 B take 8 us at 1 Gb/s.
#include <algorithm>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <isochron/fabric/buffered_switch.h>
#include <isochron/protocol/route_table.h>

#include "support/child_process.h"
#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time usec = microsecond;
constexpr std::uint64_t line_rate = 1'000'000'000;

using GeneralSwitch = BufferedSwitch<GeneralLink>;

class LinkLatency : public PartsTest {
 protected:
  std::unique_ptr<GeneralSerialLink> slow_link(const std::string& name, Time propagation, Time credit_latency,
                                               std::uint64_t rate = line_rate) {
    return std::make_unique<GeneralSerialLink>(name.c_str(), domain,
                                               SerialLinkBase::Config{rate, propagation, credit_latency});
  }
  /// source - link - sink
  void to_sink(const SourceLoad& load, Time propagation, Time credit_latency, const MessageSink::Config& config) {
    source_ = source("source", load);
    first_ = slow_link("link", propagation, credit_latency);
    sink_ = sink("sink", config);
    source_->out.socket.bind(first_->in);
    first_->out.bind(sink_->in);
  }
  /// source - link - switch - link - sink; the second link has half a microsecond for 1000 B.
  void to_switch(const SourceLoad& load, Time propagation, Time credit_latency, unsigned buffers) {
    source_ = source("source", load);
    first_ = slow_link("link", propagation, credit_latency);
    crossbar_ = std::make_unique<GeneralSwitch>("crossbar", domain, 1, 1, table, buffers, BufferFreed::on_send);
    second_ = slow_link("second", 0, 0, 16 * line_rate);
    sink_ = sink("sink");
    table.resize(1, 1);
    table.set(0, 0, crossbar_->output(0));
    source_->out.socket.bind(first_->in);
    first_->out.bind(crossbar_->receiver(0).socket);
    crossbar_->sender(0).socket.bind(second_->in);
    second_->out.bind(sink_->in);
  }

  RouteTable table;
  std::unique_ptr<Source> source_;
  std::unique_ptr<GeneralSerialLink> first_;
  std::unique_ptr<GeneralSwitch> crossbar_;
  std::unique_ptr<GeneralSerialLink> second_;
  std::unique_ptr<Sink> sink_;
};

INSTANTIATE_TEST_SUITE_P(Modes, LinkLatency, both_modes, name_of_mode);

// The transmitter is free when the transfer ends: 8 us each, and all of them 100 us later, twelve on the way at a time.
TEST_P(LinkLatency, propagationDelaysAndHoldsUpNothing) {
  to_sink(at_start(20, 1000, 1000), 100 * usec, 0, {});
  run_empty();
  std::vector<Time> expected;
  for (unsigned i = 1; i <= 20; ++i) expected.push_back(i * 8 * usec + 100 * usec);
  EXPECT_EQ(books.times(), expected);
  EXPECT_EQ(source_->out.statistics().busy.total(millisecond), 20 * 8 * usec);
}

// 8 and 3 us, through the switch at once, 0.5 and 5 us.
TEST_P(LinkLatency, aMessageTakesTheSumOfItsWay) {
  source_ = source("source", at_start(1, 1000, 1000));
  first_ = slow_link("first", 3 * usec, 70 * usec);
  crossbar_ = std::make_unique<GeneralSwitch>("crossbar", domain, 1, 1, table, 1, BufferFreed::on_send);
  second_ = slow_link("second", 5 * usec, 90 * usec, 16 * line_rate);
  sink_ = sink("sink", {line_rate, 1});
  table.resize(1, 1);
  table.set(0, 0, crossbar_->output(0));
  source_->out.socket.bind(first_->in);
  first_->out.bind(crossbar_->receiver(0).socket);
  crossbar_->sender(0).socket.bind(second_->in);
  second_->out.bind(sink_->in);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(8 * usec + 3 * usec + usec / 2 + 5 * usec));
}

// One buffer, free on arrival: 8 us on the link, 10 on the way, and 30 until the sender knows.
TEST_P(LinkLatency, aCreditThatIsWaitedForComesLater) {
  books.goes_on = false;
  to_sink(at_start(3, 1000, 1000), 10 * usec, 30 * usec, {line_rate, 1});
  simulate_to(region, 20 * usec);
  std::vector<Wait> waits;
  source_->report_waits(waits);
  // The buffer is free from 18 us on, and the source does not know.
  EXPECT_EQ(describe_waits(waits), "\n  source.out waits for a buffer of sink since 0.000008 s");
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(18 * usec, 66 * usec, 114 * usec));
  EXPECT_EQ(source_->out.statistics().wait_buffer.total(millisecond), 2 * 40 * usec);
}

// Two buffers. The third message asks at 16 us, when the first buffer is free already, since 10 us: it has the credit
// at 32 us. The fourth has that of the second, of 18 us, at 40 us, when the link is just free. A model that delays only
// the credits that are waited for sends them at once.
TEST_P(LinkLatency, aCreditThatIsUnderWayHoldsUpToo) {
  books.goes_on = false;
  to_sink(at_start(4, 1000, 1000), 2 * usec, 22 * usec, {line_rate, 2});
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(10 * usec, 18 * usec, 42 * usec, 50 * usec));
}

// A switch hands on at once: a credit for a message is free when it has arrived.
TEST_P(LinkLatency, buffersOfASwitchReturnLaterToo) {
  to_switch(at_start(4, 1000, 1000), 2 * usec, 22 * usec, 2);
  run_empty();
  EXPECT_THAT(books.times(),
              ElementsAre(10 * usec + usec / 2, 18 * usec + usec / 2, 42 * usec + usec / 2, 50 * usec + usec / 2));
}

// Two links into one output of a switch with one buffer. The near source begins; its message is gone at 8 us, and the
// far source, which has waited longest, hears so at 58 us. Only when that message is gone, at 66 us, is it the near
// one's turn, at once.
TEST_P(LinkLatency, eachSenderHearsInItsOwnTime) {
  std::vector<std::unique_ptr<Source>> sources;
  std::vector<std::unique_ptr<GeneralSerialLink>> links;
  for (unsigned i = 0; i < 2; ++i) {
    sources.push_back(source("source" + std::to_string(i), at_start(2, 1000, 1000), i));
    links.push_back(slow_link("link" + std::to_string(i), 0, i * 50 * usec));
  }
  GeneralSwitch crossbar("crossbar", domain, 1, 2, table, 1, BufferFreed::on_send);
  second_ = slow_link("second", 0, 0, 16 * line_rate);
  sink_ = sink("sink");
  table.resize(1, 1);
  table.set(0, 0, crossbar.output(0));
  for (unsigned i = 0; i < 2; ++i) {
    sources[i]->out.socket.bind(links[i]->in);
    links[i]->out.bind(crossbar.receiver(i).socket);
  }
  crossbar.sender(0).socket.bind(second_->in);
  second_->out.bind(sink_->in);
  run_empty();
  EXPECT_THAT(books.times(0), ElementsAre(8 * usec + usec / 2, 74 * usec + usec / 2));
  EXPECT_THAT(books.times(1), ElementsAre(66 * usec + usec / 2, 132 * usec + usec / 2));
}

/// A window of credits: buffers of a sink that takes one message after another.
struct Window {
  std::uint64_t messages, bytes, sink_rate;
  unsigned buffers;
  Time propagation, credit_latency;
};

/// Message k begins when the transmitter is free, and when the buffer that message k - buffers had is known to be free.
/// Of rates that divide 8 s every time is exact.
std::string by_recurrence(const Window& window) {
  const Time transfer = window.bytes * 8000, taking = window.bytes * (8 * second / window.sink_rate);
  std::vector<Time> begin, arrival, taken;
  std::string text;
  for (std::uint64_t k = 0; k < window.messages; ++k) {
    Time start = k == 0 ? 0 : begin.back() + transfer;
    if (k >= window.buffers) start = std::max(start, taken[k - window.buffers] + window.credit_latency);
    begin.push_back(start);
    arrival.push_back(start + transfer + window.propagation);
    taken.push_back(std::max(arrival.back(), k == 0 ? 0 : taken.back()) + taking);
    text += std::to_string(arrival.back()) + "\n";
  }
  return text;
}

std::string simulated(const Window& window, Phases phases) {
  Region region("region");
  if (phases == Phases::explicit_four) region.keep_to_kernel_time();
  MessagePool pool(65536);
  const Domain domain{region, pool, phases};
  Books books;
  SourceLoad load;
  load.arrivals = SourceLoad::Arrivals::at_start;
  load.io_limit = window.messages;
  load.io = load.message = window.bytes;
  LinkSource<GeneralLink> source("source", domain, load, std::make_unique<InTurn>(std::vector<std::uint32_t>{0}),
                                 address_of, books, 0);
  GeneralSerialLink link("link", domain, SerialLinkBase::Config{line_rate, window.propagation, window.credit_latency});
  LinkSink<GeneralLink> sink("sink", domain, {window.sink_rate, window.buffers}, books);
  source.out.socket.bind(link.in);
  link.out.bind(sink.in);
  simulate_to(region, second);
  std::string text;
  for (const Time time : books.times()) text += std::to_string(time) + "\n";
  return text;
}

RC_GTEST_PROP(WindowsOfCredits, everyMessageAtItsPicosecond, ()) {
  Window window{};
  window.messages = *rc::gen::inRange<std::uint64_t>(1, 40);
  window.bytes = *rc::gen::inRange<std::uint64_t>(1, 2000);
  window.sink_rate = *rc::gen::element<std::uint64_t>(line_rate / 2, line_rate, 2 * line_rate, 8 * line_rate);
  window.buffers = *rc::gen::inRange<unsigned>(1, 9);
  window.propagation = *rc::gen::element<Time>(0, 1, 8 * usec, 31'415'926);
  window.credit_latency = *rc::gen::element<Time>(0, 1, 8 * usec, 27'182'818, 100 * usec);
  const std::string expected = by_recurrence(window);
  RC_ASSERT(run_in_child([&] { return simulated(window, Phases::shortcut); }) == expected);
  RC_ASSERT(run_in_child([&] { return simulated(window, Phases::explicit_four); }) == expected);
}

// Credits x size / round trip, until the link is full: 8 us of transfer, 12 there, 20 back, and 1 us to take it.
TEST(WindowsOfCredits, bringTheirSizeInARoundTrip) {
  constexpr Time round_trip = (8 + 12 + 20 + 1) * usec;
  for (unsigned buffers = 1; buffers <= 8; ++buffers) {
    const Window window{200, 1000, 8 * line_rate, buffers, 12 * usec, 20 * usec};
    const std::string all = run_in_child([&] { return simulated(window, Phases::shortcut); });
    std::vector<Time> times;
    for (std::size_t at = 0; at < all.size(); at = all.find('\n', at) + 1) times.push_back(std::stoull(all.substr(at)));
    ASSERT_EQ(times.size(), 200u);
    // In 24 round trips of a window, or of the link where it is full.
    const Time time = times[50 + 24 * buffers < 200 ? 50 + 24 * buffers : 199] - times[50];
    const std::uint64_t messages = 50 + 24 * buffers < 200 ? 24 * buffers : 149;
    if (buffers * 8 * usec < round_trip)
      EXPECT_EQ(time * buffers, messages * round_trip) << buffers;
    else
      EXPECT_EQ(time, messages * 8 * usec) << buffers;
  }
}

}  // namespace
}  // namespace isochron::testbench
