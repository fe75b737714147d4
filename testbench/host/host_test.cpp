// SPDX-License-Identifier: Apache-2.0
// A host and its adapters: when jobs and chunks end. Times in ns where nothing else is said.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/host/host_adapter.h>
#include <isochron/observe/statistic_sink.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time host_end = 100 * microsecond;

/// When its end came.
class HostJob final : public Host::Job {
 public:
  void done(Time now) override {
    ended.push_back(now / nanosecond);
    if (then) then(now);
  }
  std::vector<Time> ended;
  std::function<void(Time)> then;
};

/// An adapter that is told what to do.
class ToldDma final : public Host::Dma {
 public:
  explicit ToldDma(PacedWork::Speed pace_of_two = PacedWork::full / 2) : pace_of_two_(pace_of_two) {}
  PacedWork::Speed share(unsigned transferring, Time now) override {
    story += std::to_string(now / nanosecond) + ":" + std::to_string(transferring) + " ";
    return transferring == 1 ? PacedWork::full : pace_of_two_;
  }
  std::string story;

 private:
  PacedWork::Speed pace_of_two_;
};

class HostTiming : public testing::Test {
 protected:
  /// A byte of an adapter takes half a nanosecond from the host.
  static Host::Config half_a_nanosecond() {
    Host::Config config;
    config.dma = 500;
    return config;
  }
  void job(Time when, std::uint64_t key, Time work, Host::Kind kind = Host::Kind::other) {
    script.at(when * nanosecond,
              [this, key, work, kind] { host->run(jobs[key], kind, work * nanosecond, key, region.now()); });
  }
  /// Of `bytes` that take as many nanoseconds alone.
  void transfer(ToldDma& dma, Time from, Time to, std::uint64_t bytes) {
    script.at(from * nanosecond,
              [this, &dma, bytes] { host->begin_transfer(dma, bytes, bytes * nanosecond, region.now()); });
    script.at(to * nanosecond, [this, &dma] { host->end_transfer(dma, region.now()); });
  }
  void make(const Host::Config& config) {
    host = std::make_unique<Host>("host", domain, config);
    host->join(one);
    host->join(other);
  }
  void run() { simulate_to(region, host_end); }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  std::unique_ptr<Host> host;
  ToldDma one;
  ToldDma other;
  std::map<std::uint64_t, HostJob> jobs;
};

// 0-100, 100-150; of those that came at 10 the lower key first though it came second: 150-180, 180-200.
TEST_F(HostTiming, jobsAreFirstComeFirstServedThenByKey) {
  make({});
  job(0, 9, 100);
  job(5, 8, 50);
  job(10, 7, 20);
  job(10, 3, 30);
  run();
  EXPECT_THAT(jobs[9].ended, ElementsAre(100));
  EXPECT_THAT(jobs[8].ended, ElementsAre(150));
  EXPECT_THAT(jobs[3].ended, ElementsAre(180));
  EXPECT_THAT(jobs[7].ended, ElementsAre(200));
  EXPECT_EQ(host->busy().total(host_end), 200 * nanosecond);
  EXPECT_EQ(static_cast<Time>(host->queue_depth().integral(host_end)), (95 + 140 + 170) * nanosecond);
}

// It runs again behind who came meanwhile; one that comes in the instant of its end with a lower key is before it, one
// with a higher key is not.
TEST_F(HostTiming, aJobMayRunAgainAsItEnds) {
  make({});
  job(0, 5, 10);
  jobs[5].then = [this](Time now) {
    if (jobs[5].ended.size() < 3) host->run(jobs[5], Host::Kind::other, 10 * nanosecond, 5, now);
  };
  job(3, 9, 10);
  job(20, 1, 10);
  job(30, 7, 0);
  run();
  EXPECT_THAT(jobs[9].ended, ElementsAre(20));
  EXPECT_THAT(jobs[5].ended, ElementsAre(10, 30, 50));
  EXPECT_THAT(jobs[1].ended, ElementsAre(40));
  EXPECT_THAT(jobs[7].ended, ElementsAre(50));
}

TEST_F(HostTiming, aJobRunsOnceAtATime) {
  make({});
  job(0, 1, 10);
  script.at(5 * nanosecond, [&] {
    EXPECT_THROW(host->run(jobs[1], Host::Kind::send, 1, 1, region.now()), ModelError);
    EXPECT_FALSE(host->sending());
  });
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(10));
}

// Other 0-100, send 100-110; it is sending from 20, when the job comes, to 110.
TEST_F(HostTiming, itSendsWhileSuchAJobWaitsOrRuns) {
  make({});
  job(0, 1, 100);
  job(20, 2, 10, Host::Kind::send);
  job(105, 3, 50);
  std::vector<bool> sending;
  for (const Time time : {10, 25, 105, 111}) script.at(time * nanosecond, [&] { sending.push_back(host->sending()); });
  run();
  EXPECT_THAT(sending, ElementsAre(false, true, true, false));
}

// Full speed to 200, half to 1200: 200 + 500 are done. 300 are left.
TEST_F(HostTiming, anAdapterTakesItsShareOfTheSpeed) {
  make(half_a_nanosecond());
  job(0, 1, 1000);
  job(1, 2, 10);
  transfer(one, 200, 1200, 1000);
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(1500));
  EXPECT_THAT(jobs[2].ended, ElementsAre(1510));
  EXPECT_EQ(one.story, "200:1 ");
  EXPECT_EQ(other.story, "");
  EXPECT_EQ(host->stopped().total(host_end), 0u);
}

// A job that begins while an adapter transfers: 100 at half speed until 160, 80 more at full speed; the next, of 40,
// under the next transfer 300-400.
TEST_F(HostTiming, aJobBeginsAtTheSpeedOfTheMoment) {
  make(half_a_nanosecond());
  job(120, 1, 100);
  job(300, 2, 40);
  transfer(one, 100, 160, 60);
  transfer(one, 300, 400, 100);
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(240));
  EXPECT_THAT(jobs[2].ended, ElementsAre(380));
}

// Full to 100, half to 200, nothing to 500, half to 600, and full: 100 + 50 + 50 by then.
TEST_F(HostTiming, twoAdaptersStopIt) {
  make(half_a_nanosecond());
  job(0, 1, 300);
  job(250, 2, 0);  // behind it
  transfer(one, 100, 500, 400);
  transfer(other, 200, 600, 400);
  std::vector<PacedWork::Speed> speeds;
  for (const Time time : {50, 150, 300, 550, 650})
    script.at(time * nanosecond, [&] { speeds.push_back(host->speed()); });
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(700));
  EXPECT_THAT(jobs[2].ended, ElementsAre(700));
  EXPECT_THAT(speeds, ElementsAre(1'000'000'000, 500'000'000, 0, 500'000'000, 1'000'000'000));
  EXPECT_EQ(one.story, "100:1 200:2 ");
  EXPECT_EQ(other.story, "200:2 500:1 ");
  EXPECT_EQ(host->stopped().total(host_end), 300 * nanosecond);
  EXPECT_EQ(host->busy().total(host_end), 700 * nanosecond);
}

// Each goes at half its pace and takes a quarter of the speed: 100 + 50 to 200, 150 more to 500, 50 to 600.
TEST_F(HostTiming, withoutTheStopTwoTakeTheSumOfWhatTheyTake) {
  Host::Config config = half_a_nanosecond();
  config.stops = false;
  make(config);
  job(0, 1, 400);
  transfer(one, 100, 500, 400);
  transfer(other, 200, 600, 400);
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(650));
  EXPECT_EQ(host->stopped().total(host_end), 0u);
}

// 0.8 of the speed each, at 0.75 of their pace: more than there is. 10 + 0.2 x 50 by 60, and nothing until 100.
TEST_F(HostTiming, twoTakeNoMoreThanThereIs) {
  Host::Config config;
  config.dma = 800;
  config.stops = false;
  host = std::make_unique<Host>("host", domain, config);
  ToldDma fast(750'000'000);
  ToldDma as_fast(750'000'000);
  host->join(fast);
  host->join(as_fast);
  job(0, 1, 100);
  transfer(fast, 10, 100, 90);
  transfer(as_fast, 60, 100, 40);
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(180));
  EXPECT_EQ(host->stopped().total(host_end), 0u);
}

// An adapter that would take more than all takes all: the job stands from 10 to 60. A job of no work ends all the same.
TEST_F(HostTiming, oneTakesNoMoreThanThereIs) {
  Host::Config config;
  config.dma = 1001;
  make(config);
  job(0, 1, 20);
  transfer(one, 10, 60, 50);
  transfer(one, 100, 200, 100);
  job(150, 2, 0);
  run();
  EXPECT_THAT(jobs[1].ended, ElementsAre(70));
  EXPECT_THAT(jobs[2].ended, ElementsAre(150));
}

// 1000 B in 3000 ns take 500 of them: a sixth, 166,666,667 billionths to the nearest.
TEST_F(HostTiming, theShareIsRoundedToTheNearestBillionth) {
  make(half_a_nanosecond());
  script.at(0, [&] {
    host->begin_transfer(one, 1000, 3000 * nanosecond, region.now());
    EXPECT_EQ(host->speed(), 833'333'333u);
    host->end_transfer(one, region.now());
    host->begin_transfer(one, 1000, 0, region.now());
    EXPECT_EQ(host->speed(), 1'000'000'000u);
  });
  run();
}

TEST_F(HostTiming, adaptersJoinBeginAndEnd) {
  make({});
  ToldDma stranger;
  script.at(0, [&] {
    EXPECT_THROW(host->begin_transfer(stranger, 1, 1, region.now()), ModelError);
    EXPECT_THROW(host->end_transfer(one, region.now()), ModelError);
    host->begin_transfer(one, 1, 1, region.now());
    EXPECT_THROW(host->begin_transfer(one, 1, 1, region.now()), ModelError);
  });
  run();
}

// A window of 500 from 200 on. Before it job 3 has run 0-20, and the host has stood 40-50. Job 1 runs 20-450: full
// speed 20-30 and 60-100, half 30-40, 50-60, 100-300 and 400-450, none 40-50 and 300-400. From 300 on job 2 waits for
// it.
TEST_F(HostTiming, aWindowCountsWhatLiesInIt) {
  make(half_a_nanosecond());
  job(0, 3, 20);
  job(10, 1, 10 + 40 + 5 + 5 + 100 + 25);
  job(300, 2, 1000);
  transfer(one, 30, 50, 20);
  transfer(other, 40, 60, 20);
  transfer(one, 100, 400, 300);
  transfer(other, 300, 600, 300);
  simulate_to(region, 200 * nanosecond);
  host->start_window(200 * nanosecond);
  simulate_to(region, 700 * nanosecond);
  EXPECT_THAT(jobs[1].ended, ElementsAre(450));
  ReplicationRecord record;
  StatisticSink sink(record, 200 * nanosecond, 700 * nanosecond);
  host->report(sink);
  // Half of the speed 200-300 and 400-600, all of it 300-400.
  EXPECT_THAT(record.components.at("host"), ElementsAre(Pair("jobs", 1), Pair("queue_depth", 0.3), Pair("stolen", 0.5),
                                                        Pair("stopped", 0.2), Pair("utilisation", 1)));
}

/// An adapter of a host, its disks, and what comes across.
class AdapterBench final : private Inlet {
 public:
  AdapterBench(const std::string& name, const Domain& domain, const HostAdapter::Config& config, unsigned disks,
               Host& host)
      : adapter(name.c_str(), domain, config, disks, host), in((name + "_in").c_str(), *this) {
    adapter.across.bind(in);
    for (unsigned d = 0; d < disks; ++d) {
      masters.push_back(std::make_unique<TestMaster>((name + "_disk" + std::to_string(d)).c_str(), domain));
      masters.back()->socket.bind(adapter.device(d));
    }
  }
  HostAdapter adapter;
  std::vector<std::unique_ptr<TestMaster>> masters;
  std::map<std::uint64_t, Time> across;  ///< ns, by sequence number

 private:
  void accept(Payload& payload, Time now) override { across[tag_of(payload).sequence] = now / nanosecond; }
  InletPort in;
};

class HostAdapterTiming : public HostTiming {
 protected:
  /// 100 B a us, or twice as long while the host sends; with another adapter a fourth of that.
  static HostAdapter::Config a_microsecond() {
    HostAdapter::Config config;
    config.chunk = 100;
    config.hold = microsecond;
    config.shared_rate = 250'000;
    config.while_sending = microsecond;
    return config;
  }
  void chunk(AdapterBench& bench, Time when, unsigned disk, std::uint64_t sequence, unsigned bytes) {
    script.at(when * nanosecond, [&bench, disk, sequence, bytes] { bench.masters[disk]->write(sequence, 0, bytes); });
  }
  AdapterBench& adapter(const HostAdapter::Config& config, unsigned disks) {
    if (host == nullptr) host = std::make_unique<Host>("host", domain, Host::Config{});
    benches.push_back(
        std::make_unique<AdapterBench>("adapter" + std::to_string(benches.size()), domain, config, disks, *host));
    return *benches.back();
  }
  std::vector<std::unique_ptr<AdapterBench>> benches;
};

// 0-1000; of those of 10 the lowest disk's though it came last: 1000-1500, 1500-2500; 2500-2510. All are accepted at
// once, and answered when they are across.
TEST_F(HostAdapterTiming, oneChunkAtATimeFirstComeFirstServedThenByDisk) {
  AdapterBench& bench = adapter(a_microsecond(), 3);
  chunk(bench, 0, 1, 0, 100);
  chunk(bench, 10, 2, 1, 100);
  chunk(bench, 10, 0, 2, 50);
  chunk(bench, 11, 0, 3, 1);
  run();
  EXPECT_THAT(bench.across, ElementsAre(Pair(0, 1000), Pair(1, 2500), Pair(2, 1500), Pair(3, 2510)));
  EXPECT_EQ(bench.masters[0]->accepted.at(3), 11 * nanosecond);
  EXPECT_EQ(bench.masters[0]->done.at(3), 2510 * nanosecond);
  EXPECT_EQ(bench.masters[2]->accepted.at(1), 10 * nanosecond);
  EXPECT_EQ(bench.adapter.busy().total(host_end), 2510 * nanosecond);
  EXPECT_EQ(static_cast<Time>(bench.adapter.queue_depth().integral(host_end)), (990 + 1490 + 2489) * nanosecond);
  EXPECT_EQ(bench.adapter.chunks(), 4u);
  EXPECT_EQ(bench.adapter.bytes(), 251u);
  EXPECT_EQ(pool.outstanding(), 0u);
}

TEST_F(HostAdapterTiming, allFourPhasesTakeNoTime) {
  const Domain reference{region, pool, Phases::explicit_four};
  host = std::make_unique<Host>("host", reference, Host::Config{});
  AdapterBench bench("adapter", reference, a_microsecond(), 2, *host);
  chunk(bench, 0, 1, 0, 100);
  chunk(bench, 10, 0, 1, 50);
  run();
  EXPECT_THAT(bench.across, ElementsAre(Pair(0, 1000), Pair(1, 1500)));
  EXPECT_EQ(bench.masters[0]->accepted.at(1), 10 * nanosecond);
}

// The host sends from 500 to 1200 (700 of work at the default share of 9 ns of each 10): what begins at 1000 takes
// twice as long, what began before or begins later does not. One that begins in the instant in which the host begins to
// send is one that begins while it sends.
TEST_F(HostAdapterTiming, aChunkThatBeginsWhileTheHostSendsTakesLonger) {
  Host::Config config;
  config.dma = 0;
  make(config);
  AdapterBench& bench = adapter(a_microsecond(), 1);
  job(500, 1, 700, Host::Kind::send);
  job(500, 2, 10'000);  // no packet
  job(20'000, 3, 1, Host::Kind::send);
  chunk(bench, 0, 0, 0, 100);
  chunk(bench, 0, 0, 1, 100);
  chunk(bench, 0, 0, 2, 100);
  chunk(bench, 20'000, 0, 3, 100);
  run();
  EXPECT_THAT(bench.across, ElementsAre(Pair(0, 1000), Pair(1, 3000), Pair(2, 4000), Pair(3, 22'000)));
}

// A alone to 400, then both at a quarter: A's 600 take 2400, to 2800; B has done 600 by then, and ends at 3200.
TEST_F(HostAdapterTiming, twoAdaptersAtATimeAreSlower) {
  AdapterBench& a = adapter(a_microsecond(), 1);
  AdapterBench& b = adapter(a_microsecond(), 1);
  chunk(a, 0, 0, 0, 100);
  chunk(b, 400, 0, 0, 100);
  run();
  EXPECT_THAT(a.across, ElementsAre(Pair(0, 2800)));
  EXPECT_THAT(b.across, ElementsAre(Pair(0, 3200)));
  EXPECT_EQ(a.adapter.shared().total(host_end), 2400 * nanosecond);
  EXPECT_EQ(b.adapter.shared().total(host_end), 2400 * nanosecond);
  EXPECT_EQ(a.adapter.busy().total(host_end), 2800 * nanosecond);
  EXPECT_EQ(host->stopped().total(host_end), 2400 * nanosecond);
}

// Three at a sixth, two at a quarter, one at 1: 60 B, 80 B and 100 B. The first ends at 3600 (600 done of each), the
// second 200 x 4 later, the last 200 after that.
TEST_F(HostAdapterTiming, threeShareWhatTwoHaveTogether) {
  std::vector<AdapterBench*> all;
  for (unsigned i = 0; i < 3; ++i) {
    all.push_back(&adapter(a_microsecond(), 1));
    chunk(*all.back(), 0, 0, 0, 60 + 20 * i);
  }
  run();
  EXPECT_THAT(all[0]->across, ElementsAre(Pair(0, 3600)));
  EXPECT_THAT(all[1]->across, ElementsAre(Pair(0, 4400)));
  EXPECT_THAT(all[2]->across, ElementsAre(Pair(0, 4600)));
  // A sixth is rounded down to billionths: a picosecond in 3.6 us.
  EXPECT_EQ(host->stopped().total(host_end), 4400 * nanosecond + 1);
}

// A's second chunk begins as its first ends, B still under way: nothing of the instant between is seen. A's first
// ends at 2000 (at half rate each), its second at 4000; B's two thousand too.
TEST_F(HostAdapterTiming, chunksFollowEachOtherWithoutAGap) {
  HostAdapter::Config config = a_microsecond();
  config.shared_rate = 500'000;
  AdapterBench& a = adapter(config, 1);
  AdapterBench& b = adapter(config, 1);
  chunk(a, 0, 0, 0, 100);
  chunk(a, 0, 0, 1, 100);
  chunk(b, 0, 0, 0, 200);
  run();
  EXPECT_THAT(a.across, ElementsAre(Pair(0, 2000), Pair(1, 4000)));
  EXPECT_THAT(b.across, ElementsAre(Pair(0, 4000)));
  EXPECT_EQ(host->stopped().total(host_end), 4000 * nanosecond);
}

// The whole 100 B take 900 ns x 100 B of the host's time, a job of 100 so 1000: it is done with the chunk.
TEST_F(HostAdapterTiming, theHostLosesWhatItsBytesTake) {
  Host::Config config;
  config.dma = 9000;
  make(config);
  AdapterBench& bench = adapter(a_microsecond(), 1);
  job(0, 1, 100);
  chunk(bench, 0, 0, 0, 100);
  job(3000, 2, 100);
  run();
  EXPECT_THAT(bench.across, ElementsAre(Pair(0, 1000)));
  EXPECT_THAT(jobs[1].ended, ElementsAre(1000));
  EXPECT_THAT(jobs[2].ended, ElementsAre(3100));
}

// A window of 1000 from 1500 on: chunks end at 2000 and 2100 (A) and 2500 (B, from 2100 on). Before it both have had a
// chunk, 0-400.
TEST_F(HostAdapterTiming, aWindowCountsWhatLiesInIt) {
  AdapterBench& a = adapter(a_microsecond(), 1);
  AdapterBench& b = adapter(a_microsecond(), 1);
  for (AdapterBench* const each : {&a, &b}) chunk(*each, 0, 0, 9, 10);
  chunk(a, 1000, 0, 0, 100);
  chunk(a, 1000, 0, 1, 10);
  chunk(a, 1000, 0, 2, 100);
  chunk(b, 2100, 0, 0, 10);
  simulate_to(region, 1500 * nanosecond);
  a.adapter.start_window(1500 * nanosecond);
  simulate_to(region, 2500 * nanosecond);
  ReplicationRecord record;
  StatisticSink sink(record, 1500 * nanosecond, 2500 * nanosecond);
  a.adapter.report(sink);
  // A has its third chunk from 2100 on, beside B's. One waits 1500-2100, another 1500-2000.
  EXPECT_THAT(record.components.at("adapter0"),
              ElementsAre(Pair("chunks", 2), Pair("queue_depth", testing::DoubleEq(1.1)), Pair("shared", 0.4),
                          Pair("throughput", testing::DoubleEq(110e6)), Pair("utilisation", 1)));
}

/// Asks an adapter for data, which it does not have.
class AdapterIsRead final : public sc_core::sc_module {
 public:
  AdapterIsRead(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, *this) {}
  AtInitiatorOf<AdapterIsRead> socket;
  std::vector<tlm::tlm_response_status> statuses;

 private:
  friend class AtInitiatorOf<AdapterIsRead>;
  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase&, Payload& payload, Time) {
    statuses.push_back(payload.get_response_status());
    socket.complete(payload);
    payload.release();
  }
};

TEST_F(HostAdapterTiming, itIsNotRead) {
  make({});
  HostAdapter refusing("refusing", domain, a_microsecond(), 1, *host);
  AdapterIsRead reader("reader", domain);
  reader.socket.bind(refusing.device(0));
  script.at(0, [&] {
    Message& message = pool.allocate(0, 4);
    message.set_command(tlm::TLM_READ_COMMAND);
    reader.socket.send(message);
  });
  run();
  EXPECT_THAT(reader.statuses, ElementsAre(tlm::TLM_COMMAND_ERROR_RESPONSE));
  EXPECT_EQ(refusing.chunks(), 0u);
}

}  // namespace
}  // namespace isochron::testbench
