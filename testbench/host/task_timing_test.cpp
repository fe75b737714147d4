// SPDX-License-Identifier: Apache-2.0
// Tasks on a processor. Times in ns: a job takes 100 ns and 1 ns a byte unless a test says otherwise.
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/host/task.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/trace.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time task_end = 100 * microsecond;

/// When payloads came, by sequence number, in ns, and how long they were.
class Handed final : public Inlet {
 public:
  void accept(Payload& payload, Time now) override {
    at[tag_of(payload).sequence] = now / nanosecond;
    lengths.push_back(payload.get_data_length());
    if (then) then(payload, now);
  }
  std::map<std::uint64_t, Time> at;
  std::vector<unsigned> lengths;
  std::function<void(Payload&, Time)> then;
};

/// Makes a payload as long as it is told.
class Shortening final : public Task::Work {
 public:
  explicit Shortening(unsigned bytes) : bytes_(bytes) {}
  void work_on(Payload& payload, Time now) override {
    payload.set_data_length(bytes_);
    at.push_back(now / nanosecond);
  }
  std::vector<Time> at;

 private:
  unsigned bytes_;
};

class TaskTiming : public testing::Test {
 protected:
  static Task::Config config(Processor::Level level = Processor::Level::user) {
    Task::Config made;
    made.level = level;
    made.fixed = 100 * nanosecond;
    made.per_byte = nanosecond;
    return made;
  }
  Task& make(const char* name, const Task::Config& made, MemoryBus* with = nullptr, Task::Work* work = nullptr) {
    tasks.push_back(std::make_unique<Task>(name, domain, made, processor, with, work));
    ends.push_back(std::make_unique<InletPort>((std::string("behind_") + name).c_str(), handed));
    tasks.back()->done.bind(*ends.back());
    return *tasks.back();
  }
  void submit(Task& task, Time when, std::uint64_t sequence, unsigned bytes) {
    script.at(when * nanosecond, [this, &task, sequence, bytes] {
      Message& message = pool.allocate(0, bytes);
      message.tag().sequence = sequence;
      task.in.inlet().accept(message, region.now());
      message.release();
    });
  }
  void run() {
    simulate_to(region, task_end);
    EXPECT_EQ(pool.outstanding(), 0u);
  }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  Processor processor{"processor", domain, {2}};
  MemoryBus bus{"bus", {}};
  Handed handed;
  std::vector<std::unique_ptr<InletPort>> ends;
  std::vector<std::unique_ptr<Task>> tasks;
};

// Two processors: 0-150 and 0-200; the third, which came first by number of those at 10, 150-250; the last 200-310.
TEST_F(TaskTiming, aJobTakesAFixedTimeAndATimeAByte) {
  Task& task = make("task", config());
  submit(task, 0, 1, 50);
  submit(task, 0, 2, 100);
  submit(task, 10, 4, 10);
  submit(task, 10, 3, 0);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 150), Pair(2, 200), Pair(3, 250), Pair(4, 310)));
  EXPECT_EQ(task.jobs(), 4u);
  EXPECT_EQ(task.work(), 560 * nanosecond);
  EXPECT_EQ(task.queue_depth().integral(task_end), (140 + 190) * 1000);
}

// A thread: one job at a time, though a processor is free: 0-100, 100-200, 200-300.
TEST_F(TaskTiming, threadsLimitItsJobs) {
  Task::Config made = config();
  made.threads = 1;
  Task& task = make("task", made);
  for (const std::uint64_t sequence : {2, 0, 1}) submit(task, 0, sequence, 0);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(0, 100), Pair(1, 200), Pair(2, 300)));
}

// A thread that goes on with the next payload gets in line with it again: the other task's job, which came at 10,
// is before the second of the first task. On processor 0 alone: 0-100, 100-200, 200-300.
TEST_F(TaskTiming, aThreadGetsInLineForEachJob) {
  Task::Config made = config();
  made.first_only = true;
  Task& other = make("other", made);
  made.threads = 1;
  Task& task = make("task", made);
  submit(task, 0, 1, 0);
  submit(task, 0, 2, 0);
  submit(other, 10, 3, 0);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 100), Pair(2, 300), Pair(3, 200)));
}

// User job on processor 0, 0-30, preempted by two kernel jobs 30-130 and so waiting; then 130-200. It counts as its
// task's queue while it waits, and the kernel task's time is not its own.
TEST_F(TaskTiming, aPreemptedJobWaits) {
  Task& low = make("low", config());
  Task& high = make("high", config(Processor::Level::kernel));
  submit(low, 0, 1, 0);
  submit(high, 30, 2, 0);
  submit(high, 30, 3, 0);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 200), Pair(2, 130), Pair(3, 130)));
  EXPECT_EQ(low.queue_depth().integral(task_end), 100 * 1000);
  EXPECT_EQ(low.work(), 100 * nanosecond);
  EXPECT_EQ(high.work(), 200 * nanosecond);
  EXPECT_EQ(high.queue_depth().integral(task_end), 0);
}

// Its time is that of the bytes that came; work makes 7 of 50, at the end.
TEST_F(TaskTiming, workMayChangeThePayload) {
  Shortening work(7);
  Task& task = make("task", config(), nullptr, &work);
  submit(task, 0, 1, 50);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 150)));
  EXPECT_THAT(handed.lengths, ElementsAre(7u));
  EXPECT_THAT(work.at, ElementsAre(150));
}

// 10 bytes sent take the bus 560 ns; the job ran 0-200 and keeps its processor until 560. It works once, not again
// after the stall. The next job, 560-760, produces 10 more: at 760 the bus has carried 200 of 560, so it is late by
// 360.
TEST_F(TaskTiming, aBusThatIsBehindLengthensJobs) {
  Shortening work(10);
  Task::Config made = config();
  made.threads = 1;
  made.traffic = MemoryBus::Traffic::send;
  Task& task = make("task", made, &bus, &work);
  submit(task, 0, 1, 100);
  submit(task, 0, 2, 100);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 560), Pair(2, 1120)));
  EXPECT_THAT(work.at, ElementsAre(200, 760));
  EXPECT_EQ(task.work(), 1120 * nanosecond);
  EXPECT_EQ(bus.busy(task_end), 1120 * nanosecond);
}

// 1 byte sent, 56 ns of 101: nothing is late.
TEST_F(TaskTiming, aBusWithRoomLengthensNothing) {
  Task::Config made = config();
  made.traffic = MemoryBus::Traffic::send;
  Task& task = make("task", made, &bus);
  submit(task, 0, 1, 1);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 101)));
  EXPECT_EQ(bus.busy(MemoryBus::Traffic::send, task_end), 56 * nanosecond);
}

// What is handed on may come back in the same call, as another step's work or this one's: 0-110, 110-220, 220-330.
TEST_F(TaskTiming, aPayloadMayComeBackAtOnce) {
  Task::Config made = config();
  made.threads = 1;
  Task& task = make("task", made);
  int rounds = 2;
  handed.then = [&](Payload& payload, Time now) {
    if (rounds-- > 0) task.accept(payload, now);
  };
  submit(task, 0, 1, 10);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 330)));
  EXPECT_EQ(task.jobs(), 3u);
}

// Two steps in a row, the second as kernel work: 0-100, 100-200 while the next payload's first step goes on beside it.
TEST_F(TaskTiming, stepsFollowEachOther) {
  Task& second = make("second", config(Processor::Level::kernel));
  Task::Config made = config();
  made.threads = 1;
  Task first("first", domain, made, processor);
  first.done.bind(second.in);
  submit(first, 0, 1, 0);
  submit(first, 0, 2, 0);
  run();
  EXPECT_THAT(handed.at, ElementsAre(Pair(1, 200), Pair(2, 300)));
}

// A window 50-250 of two processors. low: 0-150 less 30-130 in which high has both: its jobs 1 and 2 run 0-30 and
// 130-200. In the window: low 2 x 70, high 2 x 80 of 400; low waits 2 x 80 of 200; four jobs end. The processor's
// utilisation is the sum.
TEST_F(TaskTiming, aWindowCountsWhatLiesInIt) {
  Task& low = make("low", config());
  Task& high = make("high", config(Processor::Level::kernel));
  submit(low, 0, 1, 0);
  submit(low, 0, 2, 0);
  submit(high, 30, 3, 0);
  submit(high, 30, 4, 0);
  submit(high, 300, 5, 0);
  simulate_to(region, 50 * nanosecond);
  processor.start_window(50 * nanosecond);
  low.start_window(50 * nanosecond);
  high.start_window(50 * nanosecond);
  simulate_to(region, 250 * nanosecond);
  ReplicationRecord record;
  StatisticSink sink(record, 50 * nanosecond, 250 * nanosecond);
  processor.report(sink);
  low.report(sink);
  high.report(sink);
  EXPECT_THAT(record.components.at("low"),
              ElementsAre(Pair("jobs", 2.0), Pair("queue_depth", 0.8), Pair("utilisation", 0.35)));
  EXPECT_THAT(record.components.at("high"),
              ElementsAre(Pair("jobs", 2.0), Pair("queue_depth", 0.0), Pair("utilisation", 0.4)));
  EXPECT_THAT(record.components.at("processor"),
              ElementsAre(Pair("kernel", 0.4), Pair("queue_depth", 0.8), Pair("utilisation", 0.75)));
  EXPECT_EQ(low.work(), 200 * nanosecond);
  EXPECT_EQ(high.work(), 200 * nanosecond);
  run();
  EXPECT_EQ(high.jobs(), 3u);
  EXPECT_EQ(high.work(), 300 * nanosecond);
}

// At 50 one runs, one waits; at the end nobody.
TEST_F(TaskTiming, saysWhatItWaitsFor) {
  Task& task = make("task", config());
  make("idle", config());
  submit(task, 0, 1, 0);
  simulate_to(region, 50 * nanosecond);
  std::vector<Wait> waits;
  for (const auto& each : tasks) each->report_waits(waits);
  EXPECT_EQ(describe_waits(waits), "\n  task waits for the end of a job of processor");
  run();
  waits.clear();
  task.report_waits(waits);
  EXPECT_TRUE(waits.empty());
}

// low 1: 103 ns of work with its 3 bytes, 0-30 and, when high 2 and 3 have had both processors, 60-133. They take the
// bus 168 ns, 35 more than it has had: until 168. A job begins once, though it is preempted. Of high 2 takes processor
// 1, which is free, and 3 processor 0, and that is the first to be looked at in an instant. The handles are ! busy, "
// kernel and # queue_depth of the processor, $ the bus's late, of low % phase, & transaction, ' running and (
// queue_depth, and of high ) * + and , in the same way.
TEST_F(TaskTiming, aTraceShowsWhatRunsAndWhatWaits) {
  Task::Config made = config();
  made.traffic = MemoryBus::Traffic::send;
  Task& low = make("low", made, &bus);
  Task::Config brief = config(Processor::Level::kernel);
  brief.fixed = 30 * nanosecond;
  Task& high = make("high", brief);
  submit(low, 0, 1, 3);
  submit(high, 30, 2, 0);
  submit(high, 30, 3, 0);
  const std::string base = testing::TempDir() + "isochron_task_" + std::to_string(::getpid());
  TracePlan plan;
  plan.wave = base + ".vcd";
  plan.log = base + ".csv";
  plan.select = [](const std::vector<ProbeInfo>& infos) {
    std::vector<bool> chosen;
    for (const ProbeInfo& info : infos) chosen.push_back(info.name != "utilisation");
    return chosen;
  };
  Trace trace(plan);
  trace.open();
  trace.run(300 * nanosecond, [&](Time leg) { simulate_to(region, leg); });
  trace.close();
  const auto content = [](const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  };
  const std::string waves = content(plan.wave);
  std::remove(plan.wave.c_str());
  const std::string log = content(plan.log);
  std::remove(plan.log.c_str());
  EXPECT_THAT(waves, testing::HasSubstr("#0\nb0 !\nb0 \"\nb0 #\nb0 $\ns- %\ns- &\nb0 '\nb0 (\n"));
  EXPECT_THAT(waves, testing::HasSubstr("b1 (\nb1 #\nsBEGIN %\nss0#0.1 &\nb1 '\nb0 (\nb1 !\nb0 #\n#30000\n"));
  EXPECT_THAT(waves, testing::HasSubstr("b0 '\nb1 (\nss0#0.3 *\nb10 +\nb0 ,\nb10 !\nb10 \"\nb1 #\n#60000\n"));
  EXPECT_THAT(waves, testing::EndsWith("b0 +\nb0 !\nb0 \"\nb1 '\nb0 (\nb1 !\nb0 #\n"
                                       "#133000\nb100011 $\n#168000\nsEND %\nb0 '\nb0 !\n"));
  EXPECT_EQ(log,
            "time_ps,place,phase,stream,source,sequence,bytes,asked_ps,delay_ps\n"
            "0,low,BEGIN,0,0,1,3,,\n30000,high,BEGIN,0,0,2,0,,\n30000,high,BEGIN,0,0,3,0,,\n"
            "60000,high,END,0,0,3,0,,\n60000,high,END,0,0,2,0,,\n168000,low,END,0,0,1,3,,\n");
}

TEST_F(TaskTiming, trafficNeedsABus) {
  Task::Config made = config();
  made.traffic = MemoryBus::Traffic::merge;
  EXPECT_THROW(make("task", made), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
