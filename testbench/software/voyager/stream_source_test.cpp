// SPDX-License-Identifier: Apache-2.0
// When a stream source sends, against the arithmetic of its streams.
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/stream_source.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;
using Stream = StreamSource::Stream;

struct Departure {
  Time at = 0;
  std::uint64_t sequence = 0;
};

/// Packets of each stream by its number, and whether their tags are as they should be.
class Outgoing final : public Inlet {
 public:
  void accept(Payload& packet, Time now) override {
    const Tag& tag = tag_of(packet);
    by_stream[tag.stream].push_back({now, tag.sequence});
    instants.insert(now);
    if (tag.issued != now || tag.bytes != packet.get_data_length() || tag.source != tag.stream + 100 ||
        tag.destination != tag.stream + 200)
      wrong = true;
  }
  std::map<std::uint32_t, std::vector<Departure>> by_stream;
  std::set<Time> instants;
  bool wrong = false;
};

Stream stream_of(std::uint32_t number, std::uint64_t rate, std::uint32_t packet, Time begin = 0) {
  Stream stream;
  stream.number = number;
  stream.rate = rate;
  stream.packet = packet;
  stream.outlet = number % 2;
  stream.source = number + 100;
  stream.destination = number + 200;
  stream.begin = begin;
  return stream;
}

/// What is wrong with what a source of `streams` sends until `end`, or how its streams begin.
std::string judged(const std::vector<Stream>& streams, std::uint64_t seed, Time end) {
  __extension__ typedef unsigned __int128 Wide;
  Region region("region");
  MessagePool pool(1);
  StreamSource source("source", {region, pool, Phases::shortcut}, streams, 2, seed);
  Outgoing outlets[2];
  InletPort even("even", outlets[0]);
  InletPort odd("odd", outlets[1]);
  source.packets(0).bind(even);
  source.packets(1).bind(odd);
  simulate_to(region, end);
  std::ostringstream text;
  std::set<Time> instants;
  std::uint64_t all = 0;
  for (const Outgoing& outlet : outlets) {
    if (outlet.wrong) return "a tag is wrong";
    instants.insert(outlet.instants.begin(), outlet.instants.end());
  }
  for (const Stream& stream : streams) {
    const auto& packets = outlets[stream.number % 2].by_stream[stream.number];
    // Packet k is k x 8 x bytes / rate seconds after the first.
    const auto after = [&stream](std::uint64_t k) {
      return static_cast<Time>(static_cast<Wide>(k) * stream.packet * 8 * second / stream.rate);
    };
    if (packets.empty()) {
      if (stream.begin + after(1) <= end) return "a stream has not begun";
      continue;
    }
    const Time first = packets.front().at;
    if (first < stream.begin || first >= stream.begin + after(1)) return "a stream begins outside its first interval";
    for (std::uint64_t k = 0; k < packets.size(); ++k)
      if (packets[k].sequence != k || packets[k].at != first + after(k)) return "a packet is not on time";
    if (first + after(packets.size()) <= end) return "a packet is missing";
    all += packets.size();
    text << stream.number << ":" << first << " ";
  }
  if (region.events() != instants.size()) return "more events than instants with packets";
  if (source.sent() != all) return "not all packets are counted";
  if (pool.outstanding() != 0) return "packets are left";
  return text.str();
}

// 5 Mb/s in packets of 4096 B: 6.5536 ms. 4'999'999 bit/s: no whole number of picoseconds, and no drift in a day.
TEST(StreamSourceTest, packetsAreExactlyOnTime) {
  const std::string day = run_in_child([] {
    return judged({stream_of(0, 4'999'999, 65'000), stream_of(1, 7'777, 333)}, 1, 86'400 * second);
  });
  EXPECT_EQ(day.find("a "), std::string::npos) << day;
  EXPECT_EQ(day.substr(0, 2), "0:") << day;
}

RC_GTEST_PROP(StreamSourceProperty, packetsAreExactlyOnTime, ()) {
  std::vector<Stream> streams;
  const unsigned count = *rc::gen::inRange(1u, 6u);
  for (unsigned i = 0; i < count; ++i)
    streams.push_back(stream_of(i, *rc::gen::inRange<std::uint64_t>(1'000'000, 20'000'000),
                                *rc::gen::inRange(1000u, 60'000u), *rc::gen::inRange<Time>(0, second)));
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::string begins = run_in_child([&] { return judged(streams, seed, 2 * second); });
  RC_LOG() << begins;
  RC_ASSERT(begins.find(':') != std::string::npos);
  RC_ASSERT(begins == run_in_child([&] { return judged(streams, seed, 2 * second); }));
}

// A stream begins when it does whoever else there is; with another seed at another time.
TEST(StreamSourceTest, phasesAreOfSeedAndStream) {
  const Stream one = stream_of(4, 5'000'000, 4096);
  const Stream other = stream_of(3, 128'000, 512);
  const auto begins = [](const std::vector<Stream>& streams, std::uint64_t seed) {
    return run_in_child([&] { return judged(streams, seed, second); });
  };
  const std::string alone = begins({one}, 1);
  EXPECT_EQ(begins({other, one}, 1), begins({other}, 1) + alone);
  EXPECT_NE(begins({one}, 2), alone);
}

// Over many streams of one rate phases are uniform: mean 1/2, variance 1/12 of the interval, of 400 within 4 standard
// errors (0.058, 0.015).
TEST(StreamSourceTest, phasesAreUniform) {
  std::vector<Stream> streams;
  for (std::uint32_t i = 0; i < 400; ++i) streams.push_back(stream_of(i, 8'000'000, 1000));  // a millisecond
  std::istringstream begins(run_in_child([&] { return judged(streams, 5, 2 * millisecond); }));
  double sum = 0;
  double squares = 0;
  unsigned number = 0;
  char colon = 0;
  for (Time first = 0; begins >> number >> colon >> first;) {
    const double phase = static_cast<double>(first) / static_cast<double>(millisecond);
    sum += phase;
    squares += phase * phase;
  }
  EXPECT_EQ(number, 399u);
  EXPECT_NEAR(sum / 400, 0.5, 0.058);
  EXPECT_NEAR(squares / 400 - sum / 400 * sum / 400, 1.0 / 12, 0.015);
}

TEST(StreamSourceTest, reportsTheWindow) {
  Region region("region");
  MessagePool pool(1);
  StreamSource source("source", {region, pool, Phases::shortcut}, {stream_of(0, 8'000'000, 1000)}, 1, 1);
  Outgoing ends;
  InletPort in("in", ends);
  source.packets(0).bind(in);
  simulate_to(region, 10 * millisecond);
  source.start_window(region.now());
  simulate_to(region, 30 * millisecond);
  ReplicationRecord record;
  StatisticSink sink(record, 10 * millisecond, 30 * millisecond);
  source.report(sink);
  EXPECT_EQ(record.components["source"]["packets"], 20);
  EXPECT_NEAR(record.components["source"]["throughput"], 1e6, 1e-3);
  EXPECT_EQ(source.sent(), 30u);
}

TEST(StreamSourceTest, refusesStreamsThatCannotBe) {
  Region region("region");
  MessagePool pool(1);
  const Domain domain{region, pool, Phases::shortcut};
  const auto make = [&](const Stream& stream) { StreamSource("source", domain, {stream}, 2, 1); };
  EXPECT_THROW(make(stream_of(0, 0, 10)), ModelError);
  EXPECT_THROW(make(stream_of(0, 1'000'000'000'001, 10)), ModelError);
  EXPECT_THROW(make(stream_of(0, 1, 0)), ModelError);
  EXPECT_THROW(make(stream_of(0, 1, (1u << 20) + 1)), ModelError);
  Stream nowhere = stream_of(0, 1, 1);
  nowhere.outlet = 2;
  EXPECT_THROW(make(nowhere), ModelError);
}

}  // namespace
}  // namespace isochron
