// SPDX-License-Identifier: Apache-2.0
// Processors against a simulation that goes tick by tick.
#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/host/processor.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;

/// A job as it is drawn; its key is its place among all.
struct DrawnJob {
  Time at;
  Time work;
  Time stall;
  bool kernel;
  bool first_only;
};

std::ostream& operator<<(std::ostream& out, const DrawnJob& job) {
  return out << "[" << job.at << ": " << job.work << "+" << job.stall << (job.kernel ? " kernel" : " user")
             << (job.first_only ? " first" : "") << "]";
}

/// Every job's end, by looking at every processor in every tick.
class TickByTick {
 public:
  TickByTick(std::size_t processors, const std::vector<DrawnJob>& jobs) : on_(processors, none) {
    for (const DrawnJob& job : jobs) all_.push_back({job, job.work, job.stall, -1, end_of_time});
  }

  std::string run() {
    for (Time tick = 0; std::any_of(all_.begin(), all_.end(), [](const One& one) { return one.end == end_of_time; });
         ++tick) {
      end_jobs(tick);
      for (std::size_t i = 0; i < all_.size(); ++i)
        if (all_[i].drawn.at == tick) (all_[i].drawn.kernel ? kernel_ : user_).push_back(i);
      do {
        end_jobs(tick);
        while (start_kernel()) {
        }
        while (start_user()) {
        }
      } while (std::any_of(on_.begin(), on_.end(), [this](std::size_t i) { return i != none && all_[i].left == 0; }));
      for (const std::size_t i : on_)
        if (i != none) --all_[i].left;
    }
    std::ostringstream text;
    for (const One& one : all_) text << one.end << " ";
    return text.str();
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  struct One {
    DrawnJob drawn;
    Time left;
    Time stall;
    int number;  ///< of those that began
    Time end;
  };

  void end_jobs(Time tick) {
    for (std::size_t& place : on_) {
      if (place == none || all_[place].left > 0) continue;
      One& one = all_[place];
      one.left = one.stall;
      one.stall = 0;
      if (one.left > 0) continue;
      one.end = tick;
      place = none;
    }
  }
  void put(std::size_t place, std::size_t job) {
    on_[place] = job;
    if (all_[job].number < 0) all_[job].number = begun_++;
  }
  bool start_kernel() {
    for (auto job = kernel_.begin(); job != kernel_.end(); ++job) {
      std::size_t place = none;
      if (all_[*job].drawn.first_only) {
        if (on_[0] == none || !all_[on_[0]].drawn.kernel) place = 0;
      } else {
        for (std::size_t p = on_.size(); p-- > 0;)
          if (on_[p] == none) place = p;
        for (std::size_t p = 0; place == none && p < on_.size(); ++p) {
          const auto later = [&](std::size_t i) {
            return !all_[i].drawn.kernel && all_[i].number > all_[on_[p]].number;
          };
          if (!all_[on_[p]].drawn.kernel && std::none_of(on_.begin(), on_.end(), later)) place = p;
        }
      }
      if (place == none) continue;
      if (on_[place] != none) user_.push_front(on_[place]);
      put(place, *job);
      kernel_.erase(job);
      return true;
    }
    return false;
  }
  bool start_user() {
    for (auto job = user_.begin(); job != user_.end(); ++job) {
      const auto place = static_cast<std::size_t>(std::find(on_.begin(), on_.end(), none) - on_.begin());
      if (place == on_.size()) return false;
      if (all_[*job].drawn.first_only && place != 0) continue;
      put(place, *job);
      user_.erase(job);
      return true;
    }
    return false;
  }

  std::vector<One> all_;
  std::vector<std::size_t> on_;
  std::deque<std::size_t> kernel_;
  std::deque<std::size_t> user_;
  int begun_ = 0;
};

/// The same by the processors of the library; jobs of one instant are submitted in `order`.
std::string ends_of(std::uint64_t processors, const std::vector<DrawnJob>& drawn,
                    const std::vector<std::size_t>& order) {
  class OneJob final : public Processor::Job {
   public:
    Time work_done(Time, Time now) override {
      const Time longer = stall;
      stall = 0;
      if (longer == 0) end = now;
      return longer;
    }
    Time stall = 0;
    Time end = end_of_time;
  };
  class Submission final : public sc_core::sc_module {
   public:
    Submission(const sc_core::sc_module_name& name, std::function<void()> submit)
        : sc_module(name), submit_(std::move(submit)) {
      SC_HAS_PROCESS(Submission);
      SC_METHOD(start);
    }

   private:
    void start() { submit_(); }
    std::function<void()> submit_;
  };
  return run_in_child([&] {
    Region region("region");
    MessagePool pool(64);
    Processor processor("processor", {region, pool}, {processors});
    std::vector<OneJob> jobs(drawn.size());
    Time work = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      jobs[i].stall = drawn[i].stall;
      work += drawn[i].work + drawn[i].stall;
    }
    Submission submission("submission", [&] {
      for (const std::size_t i : order)
        region.call_at(drawn[i].at, [&, i] {
          processor.run(jobs[i], drawn[i].kernel ? Processor::Level::kernel : Processor::Level::user, drawn[i].work, i,
                        drawn[i].first_only, region.now());
        });
    });
    simulate_to(region, microsecond);
    std::ostringstream text;
    for (const OneJob& job : jobs) text << job.end << " ";
    if (static_cast<Time>(processor.busy().integral(microsecond)) != work) text << "work is lost";
    return text.str();
  });
}

RC_GTEST_PROP(Processor, agreesWithGoingTickByTick, ()) {
  const auto processors = *rc::gen::inRange<std::uint64_t>(1, 4);
  // From all at once to so few that user jobs mostly run, and are preempted.
  const Time span = *rc::gen::element<Time>(5, 50, 200, 800);
  const auto drawn = *rc::gen::container<std::vector<DrawnJob>>(rc::gen::apply(
      [](Time at, Time work, Time stall, bool kernel, bool first) {
        return DrawnJob{at, work, stall > 3 ? stall - 3 : 0, kernel, first};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange<Time>(0, 20), rc::gen::inRange<Time>(0, 6),
      rc::gen::arbitrary<bool>(), rc::gen::map(rc::gen::inRange(0, 3), [](int n) { return n == 0; })));
  std::vector<std::size_t> order(drawn.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (*rc::gen::arbitrary<bool>()) std::reverse(order.begin(), order.end());
  RC_ASSERT(ends_of(processors, drawn, order) == TickByTick(processors, drawn).run());
}

}  // namespace
}  // namespace isochron
