// SPDX-License-Identifier: Apache-2.0
// Virtual shared disks: what a block takes on its way, by hand.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/trace.h>
#include <isochron/software/voyager/raw_writer.h>

#include "software/voyager/vsd_bench.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::Pair;

/// A byte takes 1 ns on the network, 2 on the bus, 3 on a disk, 4 on a string and 5 in the shared stage; messages
/// without data have 10 B.
VsdBench::Shape five_times() {
  VsdBench::Shape shape;
  shape.vsd.shared = 5 * nanosecond;
  shape.vsd.own = 3 * nanosecond;
  shape.vsd.service = VsdConfig::Service::deterministic;
  shape.vsd.control = 10;
  shape.disk = shape.vsd.disk();
  shape.network_byte = nanosecond;
  shape.bus_byte = 2 * nanosecond;
  shape.string_byte = 4;
  return shape;
}

class VsdTiming : public testing::Test {
 protected:
  void make(const VsdBench::Shape& shape) { bench = std::make_unique<VsdBench>(shape); }
  void at(Time time, std::function<void()> function) { calls.emplace_back(time, std::move(function)); }
  void run_to(Time end) {
    Script script("script", bench->region);
    for (auto& [time, function] : calls) script.at(time, std::move(function));
    simulate_to(bench->region, end);
  }
  /// When something came to the network or a bus, and how long it was.
  static std::vector<std::pair<Time, unsigned>> passages(const Delay& delay) {
    std::vector<std::pair<Time, unsigned>> found;
    for (const Delay::Passage& each : delay.passages) found.emplace_back(each.at / nanosecond, each.length);
    return found;
  }

  std::vector<std::pair<Time, std::function<void()>>> calls;
  std::unique_ptr<VsdBench> bench;
};

// Stage 500, network 100, bus 200, disk 300, string 400, network 10.
TEST_F(VsdTiming, aWriteGoesThroughTheStageFirst) {
  make(five_times());
  at(1000 * nanosecond, [this] { bench->ask(0, 0, true, 7, 100); });
  run_to(10 * microsecond);
  EXPECT_THAT(passages(*bench->network), ElementsAre(Pair(1500, 100u), Pair(2500, 10u)));
  EXPECT_THAT(passages(*bench->buses[0]), ElementsAre(Pair(1600, 100u)));
  EXPECT_THAT(bench->done, ElementsAre(Pair(7, 2510 * nanosecond)));
  EXPECT_EQ(bench->network->passages[0].destination, 1u);
  EXPECT_EQ(bench->network->passages[1].destination, 0u);
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

// Network 10, disk 300, string 400, bus 200, network 100, stage 500.
TEST_F(VsdTiming, aReadGoesThroughTheStageLast) {
  make(five_times());
  at(1000 * nanosecond, [this] { bench->ask(0, 0, false, 7, 100); });
  run_to(10 * microsecond);
  EXPECT_THAT(passages(*bench->network), ElementsAre(Pair(1000, 10u), Pair(1910, 100u)));
  EXPECT_THAT(passages(*bench->buses[0]), ElementsAre(Pair(1710, 100u)));
  EXPECT_THAT(bench->done, ElementsAre(Pair(7, 2510 * nanosecond)));
  EXPECT_THAT(bench->lengths, ElementsAre(Pair(7, 100u)));
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

// The stage stands on the other side of the network: network 100, stage 500, bus 200, disk 300, string 400, network 10.
TEST_F(VsdTiming, aServersStageComesFirstForAWrite) {
  VsdBench::Shape shape = five_times();
  shape.vsd.stage = VsdConfig::Stage::server;
  make(shape);
  at(1000 * nanosecond, [this] { bench->ask(0, 0, true, 7, 100); });
  run_to(10 * microsecond);
  EXPECT_THAT(passages(*bench->network), ElementsAre(Pair(1000, 100u), Pair(2500, 10u)));
  EXPECT_THAT(passages(*bench->buses[0]), ElementsAre(Pair(1600, 100u)));
  EXPECT_THAT(bench->done, ElementsAre(Pair(7, 2510 * nanosecond)));
  EXPECT_EQ(bench->clients[0]->stage(), nullptr);
  EXPECT_EQ(bench->servers[0]->stage()->busy().total(10 * microsecond), 500 * nanosecond);
}

// Network 10, disk 300, string 400, bus 200, stage 500, network 100.
TEST_F(VsdTiming, aServersStageComesLastForARead) {
  VsdBench::Shape shape = five_times();
  shape.vsd.stage = VsdConfig::Stage::server;
  make(shape);
  at(1000 * nanosecond, [this] { bench->ask(0, 0, false, 7, 100); });
  run_to(10 * microsecond);
  EXPECT_THAT(passages(*bench->network), ElementsAre(Pair(1000, 10u), Pair(2410, 100u)));
  EXPECT_THAT(passages(*bench->buses[0]), ElementsAre(Pair(1710, 100u)));
  EXPECT_THAT(bench->done, ElementsAre(Pair(7, 2510 * nanosecond)));
}

// Two disks: the second write waits 500 for the stage. A third, for the first disk, waits until the first is answered
// at 1510; by then nobody is in the stage.
TEST_F(VsdTiming, oneRequestADiskAndOneInTheStage) {
  VsdBench::Shape shape = five_times();
  shape.disks = shape.strings = 2;
  make(shape);
  at(0, [this] {
    bench->ask(0, 0, true, 3, 100);
    bench->ask(0, 1, true, 2, 100);
    bench->ask(0, 0, true, 1, 100);
  });
  run_to(2990 * nanosecond);
  // Of one instant by stream at a disk: 1 before 3. In the stage by disk: 1 before 2.
  EXPECT_THAT(bench->order, ElementsAre(1, 2));
  EXPECT_THAT(bench->done, ElementsAre(Pair(1, 1510 * nanosecond), Pair(2, 2010 * nanosecond)));
  EXPECT_EQ(bench->clients[0]->held(), 1u);
  simulate_to(bench->region, 5 * microsecond);
  EXPECT_EQ(bench->done.at(3), 3020 * nanosecond);
  // 3 waited for 1510 at its disk; 2 for 500 in the stage.
  EXPECT_EQ(static_cast<Time>(bench->clients[0]->queue_depth().integral(5 * microsecond)), 1510 * nanosecond);
  EXPECT_EQ(static_cast<Time>(bench->clients[0]->stage()->queue_depth().integral(5 * microsecond)), 500 * nanosecond);
  EXPECT_EQ(bench->pool.outstanding(), 0u);
}

// With two a disk the second comes to the stage beside the first, and is 500 behind it all the way.
TEST_F(VsdTiming, twoRequestsADiskOverlap) {
  VsdBench::Shape shape = five_times();
  shape.vsd.outstanding = 2;
  make(shape);
  at(0, [this] {
    for (std::uint32_t stream = 0; stream < 3; ++stream) bench->ask(0, 0, true, stream, 100);
  });
  run_to(10 * microsecond);
  EXPECT_THAT(bench->done, ElementsAre(Pair(0, 1510 * nanosecond), Pair(1, 2010 * nanosecond),
                                       // Its turn comes at 1510, when nobody is in the stage.
                                       Pair(2, 3020 * nanosecond)));
}

// Without a stage a write takes 1010. Two clients at a disk: of one instant the first of them, whoever asks first; the
// second waits 300 less for the disk than the first takes there, and 400 for the string.
TEST_F(VsdTiming, ofTwoClientsTheFirstIsServedFirst) {
  VsdBench::Shape shape = five_times();
  shape.vsd.shared = 0;
  shape.clients = 2;
  make(shape);
  at(0, [this] {
    bench->ask(1, 0, true, 1, 100);
    bench->ask(0, 0, true, 2, 100);
  });
  run_to(10 * microsecond);
  EXPECT_EQ(bench->done.at(2), 1010 * nanosecond);
  // Off the disk at 300 + 600; on the string from 1000 to 1400.
  EXPECT_EQ(bench->done.at(1), 1410 * nanosecond);
}

// Two disks on one string: 400 apart; on two strings at once.
TEST_F(VsdTiming, disksOfAStringShareIt) {
  VsdBench::Shape shape = five_times();
  shape.vsd.shared = 0;
  shape.disks = 3;
  shape.strings = 2;
  make(shape);
  at(0, [this] {
    for (std::uint32_t disk = 0; disk < 3; ++disk) bench->ask(0, disk, true, disk, 100);
  });
  run_to(10 * microsecond);
  EXPECT_THAT(bench->done,
              ElementsAre(Pair(0, 1010 * nanosecond), Pair(1, 1010 * nanosecond), Pair(2, 1410 * nanosecond)));
}

// A disk that sends 64 B at a time: 64 B are off it at 192 and across at 448, the rest at 300 and from 448 to 592.
TEST_F(VsdTiming, aBlockInChunksIsOne) {
  VsdBench::Shape shape = five_times();
  shape.disk.chunk = 64;
  make(shape);
  at(0, [this] { bench->ask(0, 0, false, 7, 100); });
  run_to(10 * microsecond);
  EXPECT_THAT(passages(*bench->buses[0]), ElementsAre(Pair(10 + 592, 100u)));
  EXPECT_EQ(bench->servers[0]->bytes(), 100u);
}

// In 1000 to 2000 ns: the write of 0 is across the string at 1500 and the read of 1 at 710. The read goes through the
// stage after the write, which is in it until 500: from 1010 to 1510. At 2000 both are done.
TEST_F(VsdTiming, aWindowCountsWhatLiesInIt) {
  VsdBench::Shape shape = five_times();
  shape.disks = 2;
  shape.strings = 2;
  make(shape);
  at(0, [this] {
    bench->ask(0, 0, true, 0, 100);
    bench->ask(0, 1, false, 1, 100);
  });
  const Time from = microsecond;
  const Time to = 2 * microsecond;
  run_to(from);
  bench->clients[0]->start_window(from);
  bench->servers[0]->start_window(from);
  for (const auto& disk : bench->disks) disk->start_window(from);
  std::vector<Wait> waits;
  bench->clients[0]->report_waits(waits);
  bench->servers[0]->report_waits(waits);
  ASSERT_EQ(waits.size(), 3u);
  EXPECT_EQ(waits[0].whom, "client0.received");
  EXPECT_EQ(waits[1].whom, "client0.received");
  EXPECT_EQ(waits[2].whom, "disk0");
  simulate_to(bench->region, to);
  ReplicationRecord record;
  StatisticSink sink(record, from, to);
  bench->clients[0]->report(sink);
  bench->servers[0]->report(sink);
  EXPECT_THAT(record.components.at("client0"),
              ElementsAre(Pair("blocks", 2), Pair("queue_depth", 0), Pair("response", DoubleEq(1.51e-6)),
                          Pair("throughput", DoubleEq(2e8)), Pair("utilisation", DoubleEq(0.5))));
  // The write is there until 1500.
  EXPECT_THAT(record.components.at("server0"), ElementsAre(Pair("blocks", 1), Pair("queue_depth", DoubleEq(0.5)),
                                                           Pair("throughput", DoubleEq(1e8)), Pair("utilisation", 0)));
  EXPECT_THAT(record.components.at("disk0"), ElementsAre(Pair("throughput", DoubleEq(1e8))));
  EXPECT_THAT(record.components.at("disk1"), ElementsAre(Pair("throughput", 0)));
}

// A write of 100 B that waits for another one of 50 B: what the log says of both nodes and of the stage.
TEST_F(VsdTiming, aTraceShowsWhatIsServed) {
  make(five_times());
  at(0, [this] {
    bench->ask(0, 0, true, 0, 50);
    bench->ask(0, 0, true, 1, 100);
  });
  Script script("script", bench->region);
  for (auto& [time, function] : calls) script.at(time, std::move(function));
  const std::string base = testing::TempDir() + "isochron_vsd_" + std::to_string(::getpid());
  TracePlan plan;
  plan.wave = base + ".vcd";
  plan.log = base + ".csv";
  plan.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    chosen.reserve(infos.size());
    for (const ProbeInfo& info : infos)
      chosen.push_back(info.part == "client0" || info.part == "client0.stage" || info.part == "server0");
    return chosen;
  };
  Trace trace(plan);
  trace.open();
  trace.run(3000 * nanosecond, [&](Time leg) { simulate_to(bench->region, leg); });
  trace.close();
  std::ostringstream log;
  log << std::ifstream(plan.log).rdbuf();
  std::ostringstream waves;
  waves << std::ifstream(plan.wave).rdbuf();
  std::remove(plan.wave.c_str());
  std::remove(plan.log.c_str());
  // Stage 250, network 50, bus 100, disk 150, string 200, network 10: 760. Then the one of 100 B.
  EXPECT_EQ(log.str(),
            "time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n"
            "0,client0,BEGIN,0,0,0,50,,\n0,client0.stage,BEGIN,0,0,0,50,,\n250000,client0.stage,END,0,0,0,50,,\n"
            "300000,server0,BEGIN,0,0,0,50,,\n750000,server0,END,0,0,0,10,,\n"
            "760000,client0,END,0,0,0,10,,\n760000,client0,BEGIN,1,0,0,100,,\n760000,client0.stage,BEGIN,1,0,0,100,,\n"
            "1260000,client0.stage,END,1,0,0,100,,\n1360000,server0,BEGIN,1,0,0,100,,\n2260000,server0,END,1,0,0,10,,\n"
            "2270000,client0,END,1,0,0,10,,\n");
  for (const char* const signal : {"queue_depth", "held", "served", "utilisation", "phase", "transaction"})
    EXPECT_THAT(waves.str(), testing::HasSubstr(signal));
}

TEST_F(VsdTiming, aDiskThatThereIsNotIsAnError) {
  make(five_times());
  at(0, [this] { bench->ask(0, 1, true, 0, 100); });
  EXPECT_THROW(run_to(microsecond), ModelError);
}

TEST_F(VsdTiming, anAnswerThatNobodyWaitsForIsAnError) {
  make(five_times());
  at(0, [this] {
    Message& message = bench->pool.allocate(0, 10);
    message.tag() = Tag();
    bench->clients[0]->received.inlet().accept(message, 0);
  });
  EXPECT_THROW(run_to(microsecond), ModelError);
}

TEST_F(VsdTiming, aStrangersBlockOrChunkIsAnError) {
  make(five_times());
  at(0, [this] {
    Message& message = bench->pool.allocate(0, 10);
    message.tag() = Tag();
    EXPECT_THROW(bench->servers[0]->from_bus.inlet().accept(message, 0), ModelError);
    message.tag().sequence = 1;
    EXPECT_THROW(bench->servers[0]->received.inlet().accept(message, 0), ModelError);
    message.release();
    Tag tag;
    tag.sequence = 77;
    bench->disks[0]->read(tag, 0, 0, 10, bench->region.now());
  });
  EXPECT_THROW(run_to(microsecond), ModelError);
}

/// A disk's server that a writer asks without a network; the answer comes after `answer_after`.
class Echo final : public Inlet {
 public:
  explicit Echo(Region& region) : in("echo_in", *this), out("echo_out"), region_(region) {}
  void accept(Payload& payload, Time now) override {
    EXPECT_TRUE(payload.is_write());
    const Tag& tag = tag_of(payload);
    asked.push_back({tag.sequence, tag.offset});
    payload.acquire();
    region_.call_at(now + 100 * nanosecond * (tag.stream + 1), [this, &payload] {
      out.hand_on(payload, region_.now());
      payload.release();
    });
  }
  InletPort in;
  OutletPort out;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> asked;  ///< disks and positions

 private:
  Region& region_;
};

// Disk 5 takes 100 a block and disk 3 takes 200. A disk has room for two blocks.
TEST(RawWriterTiming, eachDiskIsWrittenByItself) {
  Region region("region");
  MessagePool pool(1);
  const Domain domain{region, pool, Phases::shortcut};
  RawWriter writer("writer", domain, {1000, 2999}, 4, {5, 3});
  Echo echo(region);
  writer.requests.bind(echo.in);
  echo.out.bind(writer.done);
  simulate_to(region, 50 * nanosecond);
  writer.start_window(50 * nanosecond);
  simulate_to(region, 450 * nanosecond);
  EXPECT_THAT(echo.asked, ElementsAre(Pair(5, 0), Pair(3, 0), Pair(5, 1000), Pair(3, 1000), Pair(5, 0), Pair(5, 1000),
                                      Pair(3, 0), Pair(5, 0)));
  ReplicationRecord record;
  StatisticSink sink(record, 50 * nanosecond, 450 * nanosecond);
  writer.report(sink);
  EXPECT_THAT(record.components.at("writer"), ElementsAre(Pair("bytes", 6000), Pair("throughput", DoubleEq(1.5e10))));
  EXPECT_THAT(record.components.at("writer.disk[0]"), ElementsAre(Pair("throughput", DoubleEq(1e10))));
  EXPECT_THAT(record.components.at("writer.disk[1]"), ElementsAre(Pair("throughput", DoubleEq(5e9))));
  std::vector<Wait> waits;
  writer.report_waits(waits);
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits[1].what, "a block on disk 3");
  Message& message = pool.allocate(0, 1);
  message.tag() = Tag();
  EXPECT_THROW(writer.done.inlet().accept(message, region.now()), ModelError);
  message.release();
}

}  // namespace
}  // namespace isochron::testbench
