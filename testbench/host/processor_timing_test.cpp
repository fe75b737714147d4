// SPDX-License-Identifier: Apache-2.0
// Processors: who runs where and when. Times in ns.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/host/processor.h>
#include <isochron/observe/statistic_sink.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr Time run_end = 100 * microsecond;
constexpr auto kernel = Processor::Level::kernel;
constexpr auto user = Processor::Level::user;

/// What happens to jobs, by key: "began at:key ended at" is what most tests ask.
class ProcessorTiming : public testing::Test {
 protected:
  class TestJob final : public Processor::Job {
   public:
    TestJob(ProcessorTiming& bench, std::uint64_t key) : bench_(bench), key_(key) {}
    Time work_done(Time began, Time now) override {
      if (stall > 0) {
        const Time longer = stall;
        stall = 0;
        return longer;
      }
      bench_.began[key_] = began / nanosecond;
      bench_.ended[key_] = now / nanosecond;
      if (then) then(now);
      return 0;
    }
    void dispatched(Time now) override { bench_.story += std::to_string(now / nanosecond) + "+" + key_text(); }
    void preempted(Time now) override { bench_.story += std::to_string(now / nanosecond) + "-" + key_text(); }

    Time stall = 0;
    std::function<void(Time)> then;

   private:
    std::string key_text() const { return std::to_string(key_) + " "; }
    ProcessorTiming& bench_;
    std::uint64_t key_;
  };

  TestJob& submit(Time when, std::uint64_t key, Processor::Level level, Time work, bool first_only = false) {
    jobs.push_back(std::make_unique<TestJob>(*this, key));
    TestJob& job = *jobs.back();
    script.at(when * nanosecond, [this, &job, level, work, key, first_only] {
      processor->run(job, level, work * nanosecond, key, first_only, region.now());
    });
    return job;
  }
  void run(std::uint64_t processors = 1) {
    processor.emplace("processor", domain, Processor::Config{processors});
    simulate_to(region, run_end);
    EXPECT_EQ(processor->busy().level(), 0);
    EXPECT_EQ(processor->kernel().level(), 0);
    EXPECT_EQ(processor->queue_depth().level(), 0);
  }
  Time busy() const { return static_cast<Time>(processor->busy().integral(run_end)) / nanosecond; }
  Time in_kernel() const { return static_cast<Time>(processor->kernel().integral(run_end)) / nanosecond; }
  Time waited() const { return static_cast<Time>(processor->queue_depth().integral(run_end)) / nanosecond; }

  Region region{"region"};
  MessagePool pool{4096};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  std::optional<Processor> processor;
  std::vector<std::unique_ptr<TestJob>> jobs;
  std::map<std::uint64_t, Time> began;
  std::map<std::uint64_t, Time> ended;
  std::string story;
};

// 0-100, 100-150; of those that came at 10 the lower key first though it came second: 150-180, 180-200.
TEST_F(ProcessorTiming, aLevelIsFirstComeFirstServedThenByKey) {
  submit(0, 9, user, 100);
  submit(5, 8, user, 50);
  submit(10, 7, user, 20);
  submit(10, 3, user, 30);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(3, 180), Pair(7, 200), Pair(8, 150), Pair(9, 100)));
  EXPECT_THAT(began, ElementsAre(Pair(3, 150), Pair(7, 180), Pair(8, 100), Pair(9, 0)));
  EXPECT_EQ(busy(), 200u);
  EXPECT_EQ(in_kernel(), 0u);
  EXPECT_EQ(waited(), 95u + 140 + 170);
}

// User 1: 0-40, kernel 2: 40-60, user 1 again 60-120; user 3, which waited before it was preempted, 120-130.
TEST_F(ProcessorTiming, aPreemptedJobGoesToTheFront) {
  submit(0, 1, user, 100);
  submit(10, 3, user, 10);
  submit(40, 2, kernel, 20);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 120), Pair(2, 60), Pair(3, 130)));
  EXPECT_EQ(began.at(1), 0u);
  EXPECT_EQ(story, "0+1 40-1 40+2 60+1 120+3 ");
  EXPECT_EQ(busy(), 130u);
  EXPECT_EQ(in_kernel(), 20u);
  EXPECT_EQ(waited(), 20u + 110);
}

// Kernel 1: 0-50; kernel 2, which came at 10, 50-60; only then user 3, which came at 5.
TEST_F(ProcessorTiming, kernelJobsWaitForEachOtherAndUserJobsForBoth) {
  submit(0, 1, kernel, 50);
  submit(5, 3, user, 10);
  submit(10, 2, kernel, 10);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 50), Pair(2, 60), Pair(3, 70)));
}

// Both at 100: the user job has ended and is not preempted with nothing left; kernel 100-110.
TEST_F(ProcessorTiming, aJobThatEndsInTheInstantHasEnded) {
  submit(0, 1, user, 100);
  submit(100, 2, kernel, 10);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 100), Pair(2, 110)));
  EXPECT_EQ(story, "0+1 100+2 ");
}

// In one instant the kernel job is first, though the user job came first and has the lower key.
TEST_F(ProcessorTiming, anInstantIsDecidedAsAWhole) {
  submit(0, 1, user, 10);
  submit(0, 2, kernel, 10);
  run();
  EXPECT_EQ(story, "0+2 10+1 ");
}

// A job of no work takes no time, and who waits for it begins in the same instant.
TEST_F(ProcessorTiming, noWorkTakesNoTime) {
  submit(20, 1, user, 0);
  submit(20, 2, user, 10);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 20), Pair(2, 30)));
  EXPECT_EQ(story, "20+1 20+2 ");
}

// Another part's end of the instant comes behind the processors' and brings kernel 2 when user 1, which has no work,
// has got the processor: that still ends in this instant. Kernel 20-30.
TEST_F(ProcessorTiming, whoHasNoWorkLeftIsNotPreempted) {
  class Behind final : public Region::Update {
   public:
    explicit Behind(std::function<void(Time)> then) : then_(std::move(then)) {}
    void update(Time now) override { then_(now); }

   private:
    std::function<void(Time)> then_;
  };
  submit(20, 1, user, 0);
  TestJob late(*this, 2);
  processor.emplace("processor", domain, Processor::Config{});
  Behind behind([&](Time now) { processor->run(late, kernel, 10 * nanosecond, 2, false, now); });
  region.join(behind);
  script.at(20 * nanosecond, [&] { region.request_update(behind); });
  simulate_to(region, run_end);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 20), Pair(2, 30)));
  EXPECT_EQ(story, "20+1 20+2 ");
}

// Processors 0 and 1 have user 1 and 2. Kernel 3 preempts 2, which began last: 20-30, then 2 goes on 30-110.
// User 1 is alone on its processor: 0-100.
TEST_F(ProcessorTiming, whoBeganLastIsPreempted) {
  submit(0, 1, user, 100);
  submit(10, 2, user, 90);
  submit(20, 3, kernel, 10);
  run(2);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 100), Pair(2, 110), Pair(3, 30)));
  EXPECT_EQ(story, "0+1 10+2 20-2 20+3 30+2 ");
  EXPECT_EQ(busy(), 200u);
}

// User 1 began at 0, was preempted at 10 by one of two kernel jobs and goes on at 20; user 2 began at 5. It is still
// user 2 that began last: at 30 kernel 5 preempts it, not user 1.
TEST_F(ProcessorTiming, goingOnIsNotBeginning) {
  submit(0, 1, user, 100);
  submit(5, 2, user, 100);
  submit(10, 3, kernel, 10);
  submit(10, 4, kernel, 15);
  submit(30, 5, kernel, 10);
  run(2);
  // At 10 kernel 3 preempts 2 and 4 preempts 1, which so is the front: it goes on at 20, and 2 at 25.
  EXPECT_EQ(story, "0+1 5+2 10-2 10+3 10-1 10+4 20+1 25+2 30-2 30+5 40+2 ");
  EXPECT_THAT(ended, ElementsAre(Pair(1, 110), Pair(2, 130), Pair(3, 20), Pair(4, 25), Pair(5, 40)));
}

// Kernel 2 may use processor 0 alone, where user 1 is: that goes on at once on processor 1, 10-100.
TEST_F(ProcessorTiming, whoIsDrivenFromProcessor0GoesOnElsewhere) {
  submit(0, 1, user, 100);
  submit(10, 2, kernel, 50, true);
  run(2);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 100), Pair(2, 60)));
  EXPECT_EQ(story, "0+1 10-1 10+2 10+1 ");
  EXPECT_EQ(waited(), 0u);
}

// Processor 1 is free from 20 on; kernel 3 waits for processor 0 until 100. Kernel 4, which came later and may run
// anywhere, does not wait behind it: 30-40.
TEST_F(ProcessorTiming, firstOnlyWaitsForProcessor0AndHoldsUpNobody) {
  submit(0, 1, kernel, 100);
  submit(0, 2, kernel, 20);
  submit(10, 3, kernel, 10, true);
  submit(30, 4, kernel, 10);
  run(2);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 100), Pair(2, 20), Pair(3, 110), Pair(4, 40)));
}

// User 2 may use processor 0 alone: it waits there for user 1, 100-110, though processor 1 is free; user 3 passes it.
// On processor 0 it is user 2 that came first.
TEST_F(ProcessorTiming, firstOnlyIsForUserJobsToo) {
  submit(0, 1, user, 100);
  submit(10, 2, user, 10, true);
  submit(20, 3, user, 200);
  submit(30, 4, user, 10);
  run(2);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 100), Pair(2, 110), Pair(3, 220), Pair(4, 120)));
}

// A preempted job that may use processor 0 alone holds up nobody on processor 1, but is in front on processor 0:
// user 1 0-10, kernel 2 10-50; user 3 on processor 1 10-20; user 1 again 50-60.
TEST_F(ProcessorTiming, aPreemptedFirstOnlyJobHoldsUpNobody) {
  submit(0, 1, user, 20, true);
  submit(10, 2, kernel, 40, true);
  submit(10, 3, user, 10);
  submit(12, 4, user, 50, true);
  run(2);
  EXPECT_THAT(ended, ElementsAre(Pair(1, 60), Pair(2, 50), Pair(3, 20), Pair(4, 110)));
}

// On three processors: kernel jobs 4, 5 and 6 of one instant preempt users 3, 2 and 1; those go on from the front, 1
// first.
TEST_F(ProcessorTiming, severalArePreemptedInOneInstant) {
  for (const std::uint64_t key : {1, 2, 3}) submit(key, key, user, 100);
  for (const std::uint64_t key : {6, 4, 5}) submit(50, key, kernel, 10 * key);
  run(3);
  EXPECT_EQ(story, "1+1 2+2 3+3 50-3 50+4 50-2 50+5 50-1 50+6 90+1 100+2 110+3 ");
  EXPECT_THAT(ended, ElementsAre(Pair(1, 141), Pair(2, 152), Pair(3, 163), Pair(4, 90), Pair(5, 100), Pair(6, 110)));
}

// Work 0-100, stall 100-130 with the kernel's 110-115 in between: 135. It keeps others out meanwhile.
TEST_F(ProcessorTiming, aStallKeepsTheProcessor) {
  submit(0, 1, user, 100).stall = 30 * nanosecond;
  submit(10, 2, user, 10);
  submit(110, 3, kernel, 5);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 135), Pair(2, 145), Pair(3, 115)));
  EXPECT_EQ(began.at(1), 0u);
  EXPECT_EQ(busy(), 145u);
}

// A kernel job that comes in the instant in which a stall begins preempts it at once: 100-110, then the stall to 140.
TEST_F(ProcessorTiming, aStallThatBeginsIsPreempted) {
  submit(0, 1, user, 100).stall = 30 * nanosecond;
  submit(100, 2, kernel, 10);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 140), Pair(2, 110)));
}

// A job that runs itself again as it ends, with another level and behind who came meanwhile: user 0-10, kernel 2 10-20,
// then as kernel work 20-50.
TEST_F(ProcessorTiming, aJobMayRunAgainAsItEnds) {
  TestJob& job = submit(0, 1, user, 10);
  bool again = true;
  job.then = [&](Time now) {
    if (again) processor->run(job, kernel, 30 * nanosecond, 9, false, now);
    again = false;
  };
  submit(10, 2, kernel, 10);
  submit(10, 3, user, 10);
  run();
  EXPECT_THAT(ended, ElementsAre(Pair(1, 50), Pair(2, 20), Pair(3, 60)));
  EXPECT_EQ(began.at(1), 20u);
  EXPECT_EQ(in_kernel(), 40u);
}

TEST_F(ProcessorTiming, aJobRunsOnceAtATime) {
  TestJob& job = submit(0, 1, user, 10);
  script.at(5 * nanosecond, [&] { processor->run(job, user, 1, 1, false, region.now()); });
  processor.emplace("processor", domain, Processor::Config{});
  EXPECT_THROW(simulate_to(region, run_end), ModelError);
}

// A window of 50 ns from 20 on, two processors. User 1 0-80 and kernel 2 10-40, user 3 waits 15-40 and runs then.
// Busy 50 + 20 + 30 of 100, kernel 20 of 100, waiting 20 of 50.
TEST_F(ProcessorTiming, aWindowCountsWhatLiesInIt) {
  submit(0, 1, user, 80);
  submit(10, 2, kernel, 30);
  submit(15, 3, user, 100);
  processor.emplace("processor", domain, Processor::Config{2});
  simulate_to(region, 20 * nanosecond);
  processor->start_window(20 * nanosecond);
  simulate_to(region, 70 * nanosecond);
  ReplicationRecord record;
  StatisticSink sink(record, 20 * nanosecond, 70 * nanosecond);
  processor->report(sink);
  EXPECT_THAT(record.components.at("processor"),
              ElementsAre(Pair("kernel", 0.2), Pair("queue_depth", 0.4), Pair("utilisation", 1.0)));
}

}  // namespace
}  // namespace isochron::testbench
