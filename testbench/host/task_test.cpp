// SPDX-License-Identifier: Apache-2.0
// Chains of tasks on processors and a memory bus, at random: what must hold whatever they do.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/host/task.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;

struct DrawnPayload {
  Time at;
  unsigned bytes;
  std::size_t task;
};

std::ostream& operator<<(std::ostream& out, const DrawnPayload& payload) {
  return out << "[" << payload.at << ": " << payload.bytes << " B to " << payload.task << "]";
}

struct DrawnChain {
  std::uint64_t processors = 1;
  std::vector<Task::Config> tasks;
  std::vector<DrawnPayload> payloads;
  Time window = 0;  ///< its start
  Time look = 0;    ///< when it is looked at
};

/// When each payload left the last task, by number.
class LastInlet final : public Inlet {
 public:
  void accept(Payload& payload, Time now) override { times.at(tag_of(payload).sequence) = now; }
  std::vector<Time> times;
};

/// Submits in `order`.
class PayloadSource final : public sc_core::sc_module {
 public:
  PayloadSource(const sc_core::sc_module_name& name, std::function<void()> submit)
      : sc_module(name), submit_(std::move(submit)) {
    SC_HAS_PROCESS(PayloadSource);
    SC_METHOD(start);
  }

 private:
  void start() { submit_(); }
  std::function<void()> submit_;
};

constexpr Time chain_end = 10 * microsecond;

/// Every payload's end, and what is wrong in words.
std::string play_chain(const DrawnChain& chain, const std::vector<std::size_t>& order) {
  return run_in_child([&] {
    std::ostringstream text;
    Region region("region");
    MessagePool pool(4096);
    const Domain domain{region, pool};
    Processor processor("processor", domain, {chain.processors});
    MemoryBus::Config costs;
    costs.send = 1;
    costs.merge = 3;
    MemoryBus bus("bus", costs);
    LastInlet last;
    last.times.resize(chain.payloads.size());
    InletPort end("end", last);
    std::vector<std::unique_ptr<Task>> tasks;
    for (const Task::Config& config : chain.tasks)
      tasks.push_back(
          std::make_unique<Task>(("task" + std::to_string(tasks.size())).c_str(), domain, config, processor, &bus));
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i]->done.bind(i + 1 < tasks.size() ? tasks[i + 1]->in : end);
    PayloadSource source("source", [&] {
      for (const std::size_t i : order)
        region.call_at(chain.payloads[i].at, [&, i] {
          Message& message = pool.allocate(0, chain.payloads[i].bytes);
          message.tag().sequence = i;
          tasks[chain.payloads[i].task]->accept(message, region.now());
          message.release();
        });
    });
    const auto check = [&](Time now) {
      std::int64_t running = 0, kernel = 0;
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        running += tasks[i]->running().integral(now);
        if (chain.tasks[i].level == Processor::Level::kernel) kernel += tasks[i]->running().integral(now);
      }
      if (running != processor.busy().integral(now)) text << "the tasks' time is not the processors', ";
      if (kernel != processor.kernel().integral(now)) text << "the kernel's time is not that of its tasks, ";
    };
    simulate_to(region, chain.window);
    check(chain.window);
    processor.start_window(chain.window);
    for (const auto& task : tasks) task->start_window(chain.window);
    simulate_to(region, chain.look);
    check(chain.look);
    simulate_to(region, chain_end);
    check(chain_end);
    if (pool.outstanding() > 0) text << "a payload is held, ";
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      Time work = 0;
      std::uint64_t jobs = 0;
      for (const DrawnPayload& payload : chain.payloads) {
        if (payload.task > i) continue;
        ++jobs;
        work += chain.tasks[i].fixed + chain.tasks[i].per_byte * payload.bytes;
      }
      if (tasks[i]->jobs() != jobs) text << "jobs are lost, ";
      // The bus is what lengthens jobs, and it cannot do so if there is no traffic.
      const bool longer = std::any_of(chain.tasks.begin(), chain.tasks.end(), [](const Task::Config& config) {
        return config.traffic != MemoryBus::Traffic::none;
      });
      if (longer ? tasks[i]->work() < work : tasks[i]->work() != work) text << "work is lost, ";
    }
    for (const Time time : last.times) text << time << " ";
    return text.str();
  });
}

RC_GTEST_PROP(Task, conservesWorkAndDoesNotHeedTheOrderOfCalls, ()) {
  DrawnChain chain;
  chain.processors = *rc::gen::inRange<std::uint64_t>(1, 4);
  const auto tasks = *rc::gen::inRange<std::size_t>(1, 5);
  const bool traffic = *rc::gen::arbitrary<bool>();
  for (std::size_t i = 0; i < tasks; ++i) {
    Task::Config config;
    config.level = *rc::gen::element(Processor::Level::kernel, Processor::Level::user);
    config.fixed = *rc::gen::inRange<Time>(0, 20);
    config.per_byte = *rc::gen::inRange<std::uint64_t>(0, 3);
    config.threads = *rc::gen::inRange<std::uint64_t>(0, 3);
    config.first_only = *rc::gen::arbitrary<bool>();
    if (traffic)
      config.traffic = *rc::gen::element(MemoryBus::Traffic::none, MemoryBus::Traffic::send, MemoryBus::Traffic::merge);
    chain.tasks.push_back(config);
  }
  const Time span = *rc::gen::element<Time>(5, 100, 1000);
  chain.payloads = *rc::gen::container<std::vector<DrawnPayload>>(rc::gen::apply(
      [](Time at, unsigned bytes, std::size_t task) {
        return DrawnPayload{at, bytes, task};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange(0u, 20u), rc::gen::inRange<std::size_t>(0, tasks)));
  chain.window = *rc::gen::inRange<Time>(1, 200);
  chain.look = chain.window + *rc::gen::inRange<Time>(1, 200);
  std::vector<std::size_t> order(chain.payloads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::string ends = play_chain(chain, order);
  RC_ASSERT(ends.find(',') == std::string::npos);
  std::reverse(order.begin(), order.end());
  RC_ASSERT(play_chain(chain, order) == ends);
}

}  // namespace
}  // namespace isochron
