// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/region.h>
#include <isochron/core/simulation.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;

/// What happened, in order: "time:name " each.
std::string story;

void tell(Time now, const std::string& what) {
  story += std::to_string(now) + ":" + what + " ";
}

struct Work final : Region::Activity {
  Work(Region& owner, std::string text) : region(owner), name(std::move(text)) {}
  void complete(Time now) override {
    tell(now, name);
    if (then) then(now);
  }
  Region& region;
  std::string name;
  std::function<void(Time)> then;
};

struct Asker final : Region::Requester {
  explicit Asker(std::string text) : name(std::move(text)) {}
  void ask(Time now) override {
    tell(now, name);
    if (then) then(now);
  }
  std::string name;
  std::function<void(Time)> then;
};

struct Door final : Region::Update {
  explicit Door(std::string text) : name(std::move(text)) {}
  void update(Time now) override {
    tell(now, name);
    if (then) then(now);
  }
  std::string name;
  std::function<void(Time)> then;
};

struct Reply final : Region::Answer {
  explicit Reply(Region& owner) : region(owner) {}
  void give() override { tell(region.now(), "reply"); }
  Region& region;
};

/// A kernel process that acts at given times (not decreasing).
class Outsider final : public sc_core::sc_module {
 public:
  Outsider(const sc_core::sc_module_name& name, std::vector<Time> times, std::function<void(Time)> act)
      : sc_module(name), times_(std::move(times)), act_(std::move(act)) {
    SC_HAS_PROCESS(Outsider);
    SC_METHOD(run);
  }

 private:
  void run() {
    for (; next_ < times_.size() && times_[next_] == kernel_now(); ++next_) act_(kernel_now());
    if (next_ < times_.size()) next_trigger(to_sc_time(times_[next_] - kernel_now()));
  }
  std::vector<Time> times_;
  std::function<void(Time)> act_;
  std::size_t next_ = 0;
};

/// A kernel process that hears an event.
class Listener final : public sc_core::sc_module {
 public:
  Listener(const sc_core::sc_module_name& name, std::function<void(Time)> act) : sc_module(name), act_(std::move(act)) {
    SC_HAS_PROCESS(Listener);
    SC_METHOD(run);
    sensitive << event.event();
    dont_initialize();
  }
  KernelEvent event{"event"};

 private:
  void run() { act_(kernel_now()); }
  std::function<void(Time)> act_;
};

// The order of one instant is that of ranks, then of joining; never that of scheduling.
RC_GTEST_PROP(Region, completesAnInstantInCanonicalOrder, ()) {
  const auto ranks = *rc::gen::nonEmpty<std::vector<std::uint8_t>>(
      rc::gen::container<std::vector<std::uint8_t>>(rc::gen::inRange<std::uint8_t>(0, 3)));
  const auto times = *rc::gen::container<std::vector<Time>>(ranks.size(), rc::gen::inRange<Time>(10, 14));
  std::vector<std::size_t> scheduling(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) scheduling[i] = i;
  std::sort(scheduling.begin(), scheduling.end(),
            [salt = *rc::gen::arbitrary<std::size_t>()](std::size_t a, std::size_t b) {
              return std::make_pair((a + 1) * (salt | 1), a) < std::make_pair((b + 1) * (salt | 1), b);
            });

  std::vector<std::size_t> sorted(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i) sorted[i] = i;
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(times[a], ranks[a]) < std::make_pair(times[b], ranks[b]);
  });
  std::string expected;
  for (const std::size_t i : sorted) expected += std::to_string(times[i]) + ":" + std::to_string(i) + " ";

  RC_ASSERT(run_in_child([&] {
              Region region("region");
              std::vector<std::unique_ptr<Work>> works;
              for (std::size_t i = 0; i < ranks.size(); ++i) {
                works.push_back(std::make_unique<Work>(region, std::to_string(i)));
                region.join(*works.back(), static_cast<Region::Rank>(ranks[i]));
              }
              Outsider outsider("outsider", {1}, [&](Time now) {
                region.advance(now);
                for (const std::size_t i : scheduling) region.schedule(*works[i], times[i]);
              });
              simulate_to(region, 100);
              return story;
            }) == expected);
}

// Requests that several kernel processes make in one instant are settled in canonical order, in whichever order the
// kernel runs those processes, and whether or not the region has work of its own at that instant.
TEST(Region, settlesRequestsOfOneInstantTogether) {
  std::string first_story;
  std::vector<int> order{0, 1, 2, 3};
  do {
    for (const bool work_too : {false, true}) {
      const std::string result = run_in_child([&] {
        std::vector<std::unique_ptr<Outsider>> outsiders;
        std::vector<std::unique_ptr<Asker>> askers;
        std::unique_ptr<Region> region;
        // Modules in different orders of construction, so that the kernel runs their processes in different orders.
        for (const int i : order) {
          if (i == 3)
            region = std::make_unique<Region>("region");
          else
            outsiders.push_back(std::make_unique<Outsider>(("outsider" + std::to_string(i)).c_str(),
                                                           std::vector<Time>{50}, [&, i](Time now) {
                                                             region->advance(now);
                                                             region->request(*askers[static_cast<std::size_t>(i)]);
                                                           }));
        }
        for (int i = 0; i < 3; ++i) {
          askers.push_back(std::make_unique<Asker>(std::to_string(i)));
          region->join(*askers.back(), Region::Rank::bus);
        }
        Work work(*region, "work");
        region->join(work, Region::Rank::link);
        Outsider starter("starter", {1}, [&](Time now) {
          region->advance(now);
          if (work_too) region->schedule(work, 50);
        });
        simulate_to(*region, 100);
        return story;
      });
      EXPECT_EQ(result, work_too ? "50:work 50:0 50:1 50:2 " : "50:0 50:1 50:2 ")
          << "construction " << order[0] << order[1] << order[2] << order[3];
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

// What asked for an answer has it before anybody else's turn; what completes asks for it together.
TEST(Region, givesAnswersBeforeTheNextRequestOrUpdate) {
  Region region("region");
  Work first(region, "work1");
  Work second(region, "work2");
  Asker a("a");
  Asker b("b");
  Door near("near");
  Door far("far");
  Reply reply(region);
  region.join(first, Region::Rank::link);
  region.join(second, Region::Rank::link);
  region.join(a, Region::Rank::link);
  region.join(b, Region::Rank::link);
  region.join(near);
  region.join(far);
  const auto ask = [&](Time) { region.give(reply); };
  first.then = [&](Time now) {
    ask(now);
    region.request(a);
    region.request(b);
    region.request_update(near);
    region.request_update(far);
  };
  a.then = near.then = ask;
  Outsider outsider("outsider", {0}, [&](Time) {
    region.schedule(first, 7);
    region.schedule(second, 7);
  });
  simulate_to(region, 100);
  EXPECT_EQ(story, "7:work1 7:work2 7:reply 7:a 7:reply 7:b 7:near 7:reply 7:far ");
}

// Completions, then requests to their fixpoint, then entries, and again while entries give rise to requests.
TEST(Region, settlesAnInstantInThreeSteps) {
  Region region("region");
  Work first(region, "work1");
  Work second(region, "work2");
  Asker a("a");
  Asker b("b");
  Door door("door");
  region.join(first, Region::Rank::link);
  region.join(second, Region::Rank::link);
  region.join(a, Region::Rank::link);
  region.join(b, Region::Rank::bus);
  region.join(door);
  bool entered = false;
  first.then = [&](Time) {
    region.request(b);
    region.request(b);  // noted once
    region.request_update(door);
  };
  b.then = [&](Time) {
    if (!entered) region.request(a);
  };
  door.then = [&](Time) {
    if (!entered) region.request(b);
    entered = true;
  };
  Outsider outsider("outsider", {0}, [&](Time) {
    region.schedule(second, 7);
    region.schedule(first, 7);
  });
  simulate_to(region, 100);
  EXPECT_EQ(story, "7:work1 7:work2 7:b 7:a 7:door 7:b ");
  EXPECT_EQ(region.events(), 2u);
  EXPECT_TRUE(region.idle());
}

struct Plan {
  std::vector<std::vector<Time>> steps;  ///< of each activity: after how long it completes again
  std::vector<std::vector<Time>> outside;
  std::vector<Time> notified;  ///< activity i's first completion notifies a kernel event after so long; 0: not
  Time end = 0;
};

Plan random_plan() {
  Plan plan;
  const auto durations = rc::gen::container<std::vector<Time>>(rc::gen::inRange<Time>(1, 30));
  plan.steps = *rc::gen::container<std::vector<std::vector<Time>>>(4, durations);
  plan.notified = *rc::gen::container<std::vector<Time>>(4, rc::gen::inRange<Time>(0, 40));
  for (int i = 0; i < 2; ++i) {
    auto times = *rc::gen::container<std::vector<Time>>(rc::gen::inRange<Time>(0, 200));
    std::sort(times.begin(), times.end());
    plan.outside.push_back(times);
  }
  plan.end = *rc::gen::inRange<Time>(0, 300);
  return plan;
}

/// Checks, at every completion and every kernel process, that time never went back. Returns how often the region was
/// ahead.
std::string watch_time(const Plan& plan, bool keep) {
  return run_in_child([&]() -> std::string {
    Region region("region");
    if (keep) region.keep_to_kernel_time();
    Time latest = 0;
    int ahead = 0;
    int completed = 0;
    const auto happens_at = [&](Time now) {
      if (now < latest) throw std::runtime_error("time went back");
      latest = now;
    };
    std::vector<std::unique_ptr<Work>> works;
    std::vector<std::unique_ptr<Listener>> listeners;
    std::vector<std::size_t> next(plan.steps.size());
    std::vector<Time> due(plan.steps.size());
    const auto go_on = [&](std::size_t i, Time now) {
      if (next[i] < plan.steps[i].size()) region.schedule(*works[i], due[i] = now + plan.steps[i][next[i]++]);
    };
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      works.push_back(std::make_unique<Work>(region, "work"));
      listeners.push_back(std::make_unique<Listener>(("listener" + std::to_string(i)).c_str(), [&](Time now) {
        region.advance(now);
        happens_at(now);
      }));
      region.join(*works[i], Region::Rank::bus);
      works[i]->then = [&, i](Time now) {
        happens_at(now);
        ++completed;
        if (now != due[i] || region.now() != now) throw std::runtime_error("completed at another time");
        if (now > plan.end) throw std::runtime_error("ran past the horizon");
        if (kernel_now() + region.annotation().value() != now) throw std::runtime_error("wrong annotation");
        if (now > kernel_now()) ++ahead;
        if (plan.notified[i] > 0 && next[i] == 1) region.notify(listeners[i]->event, now + plan.notified[i]);
        go_on(i, now);
      };
    }
    Outsider starter("starter", {0}, [&](Time now) {
      for (std::size_t i = 0; i < works.size(); ++i) go_on(i, now);
    });
    const auto outside = [&](Time now) {
      region.advance(now);
      happens_at(now);
      if (region.now() != now) throw std::runtime_error("advance() stops elsewhere");
    };
    Outsider first("first", plan.outside[0], outside);
    Outsider second("second", plan.outside[1], outside);
    simulate_to(region, plan.end);
    // All that was due by then has completed, the end included.
    for (std::size_t i = 0; i < works.size(); ++i)
      if (region.is_scheduled(*works[i]) && due[i] <= plan.end) throw std::runtime_error("a completion was left");
    return std::to_string(ahead) + " of " + std::to_string(completed);
  });
}

RC_GTEST_PROP(Region, runsAheadButNeverPastTheKernelOrTheHorizon, ()) {
  watch_time(random_plan(), false);
}

RC_GTEST_PROP(Region, keepsToKernelTimeWhenTold, ()) {
  RC_ASSERT(watch_time(random_plan(), true).rfind("0 of ", 0) == 0);
}

// With no kernel activity but one late process, all completions between are run in one go: this is what makes it fast.
TEST(Region, runsAheadToTheNextKernelActivity) {
  Plan plan;
  plan.steps = {{10, 10, 10}, {15, 15}};
  plan.notified = {0, 0};
  plan.outside = {{100}, {}};
  plan.end = 200;
  EXPECT_EQ(watch_time(plan, false), "5 of 5");
}

// A run may be cut into parts (warm-up, window) at any time without changing what happens.
RC_GTEST_PROP(Region, aRunMayBeCutIntoParts, ()) {
  const auto steps = *rc::gen::container<std::vector<Time>>(rc::gen::inRange<Time>(1, 30));
  const auto cuts = *rc::gen::container<std::vector<Time>>(rc::gen::inRange<Time>(1, 60));
  const auto run = [&](bool cut) {
    return run_in_child([&] {
      Region region("region");
      Work work(region, "work");
      region.join(work, Region::Rank::bus);
      std::size_t next = 0;
      const auto go_on = [&](Time now) {
        if (next < steps.size()) region.schedule(work, now + steps[next++]);
      };
      work.then = go_on;
      Outsider starter("starter", {0}, go_on);
      Outsider other("other", {3, 50, 51, 200}, [&](Time now) {
        region.advance(now);
        tell(now, "other");
      });
      Time end = 0;
      if (cut)
        for (const Time part : cuts) simulate_to(region, end += part);
      simulate_to(region, std::max<Time>(end, 10'000));
      return story;
    });
  };
  RC_ASSERT(run(true) == run(false));
}

// What a process throws comes out with its own text, so that the command can print it.
TEST(Region, aProcessThatThrowsEndsTheRunWithItsOwnWords) {
  Region region("region");
  Work work(region, "work");
  region.join(work, Region::Rank::bus);
  work.then = [](Time) { throw ModelError("the bus caught fire"); };
  Outsider starter("starter", {0}, [&](Time) { region.schedule(work, 5); });
  try {
    simulate_to(region, 100);
    FAIL() << "nothing was thrown";
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(), "the bus caught fire");
  }
}

TEST(Region, cancelledWorkDoesNotComplete) {
  Region region("region");
  Work work(region, "work");
  region.join(work, Region::Rank::bus);
  Outsider outsider("outsider", {0, 3}, [&](Time now) {
    region.advance(now);
    if (now == 0)
      region.schedule(work, 5);
    else
      region.cancel(work);
  });
  simulate_to(region, 100);
  EXPECT_EQ(story, "");
  EXPECT_TRUE(region.idle());
}

TEST(Region, otherTimeResolutionsAreRefused) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
  EXPECT_THROW(Region("region"), ModelError);
}

}  // namespace
}  // namespace isochron
