// SPDX-License-Identifier: Apache-2.0
// What the core's parts cost: pending completions, rings, exact rates, random draws, and the kernel's own event.
#include <vector>

#include <benchmark/benchmark.h>

#include <isochron/core/completion_queue.h>
#include <isochron/core/kernel_event.h>
#include <isochron/core/rate.h>
#include <isochron/core/ring.h>
#include <isochron/storage/disk_delay.h>

#include "bench/bench_main.h"

namespace isochron::testbench {
namespace {

std::vector<CompletionQueue::Item> numbered(std::uint32_t count) {
  std::vector<CompletionQueue::Item> items(count);
  for (std::uint32_t n = 0; n < count; ++n) items[n].number(n);
  return items;
}

/// A completion is taken and the next one of its resource scheduled, as a busy fabric does.
void completion_queue_hold(benchmark::State& state) {
  std::vector<CompletionQueue::Item> items = numbered(static_cast<std::uint32_t>(state.range(0)));
  CompletionQueue queue;
  SplitMix64 stream(1);
  const auto duration = [&stream] { return 240 * nanosecond + stream() % (8 * microsecond); };
  for (CompletionQueue::Item& item : items) queue.schedule(item, duration());
  for (auto _ : state) {
    const CompletionQueue::Entry entry = queue.pop();
    queue.schedule(*entry.item, entry.time + duration());
    benchmark::DoNotOptimize(queue.next_time());
  }
}
BENCHMARK(completion_queue_hold)->ArgName("pending")->Arg(10)->Arg(200)->Arg(10'000);

/// A pending completion is moved, as on a bus that another message enters.
void completion_queue_move(benchmark::State& state) {
  std::vector<CompletionQueue::Item> items = numbered(static_cast<std::uint32_t>(state.range(0)));
  CompletionQueue queue;
  for (CompletionQueue::Item& item : items) queue.schedule(item, item.number() * nanosecond);
  SplitMix64 stream(1);
  for (auto _ : state) queue.schedule(items[stream() % items.size()], stream() % (8 * microsecond));
}
BENCHMARK(completion_queue_move)->ArgName("pending")->Arg(200);

void ring_push_and_pop(benchmark::State& state) {
  Ring<std::uint64_t> ring;
  ring.push(0);
  std::uint64_t item = 0;
  for (auto _ : state) {
    ring.push(++item);
    benchmark::DoNotOptimize(ring.pop());
  }
}
BENCHMARK(ring_push_and_pop);

void transfer_clock(benchmark::State& state) {
  TransferClock clock(Rate::bits_per_second(1'770'000'000));
  std::uint64_t bytes = 1024;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bytes);
    benchmark::DoNotOptimize(clock.take(bytes));
  }
}
BENCHMARK(transfer_clock);

void disk_delay(benchmark::State& state) {
  const DiskDelay law;
  SplitMix64 stream(1);
  for (auto _ : state) benchmark::DoNotOptimize(law.draw(stream));
}
BENCHMARK(disk_delay);

/// So many SC_METHODs that notify themselves again and again.
class Tickers final : public sc_core::sc_module {
 public:
  Tickers(const sc_core::sc_module_name& name, std::size_t count) : sc_module(name) {
    for (std::size_t i = 0; i < count; ++i)
      tickers_.push_back(std::make_unique<Ticker>(("ticker_" + std::to_string(i)).c_str(), *this, i));
  }

  void run(Time duration) {
    running_ = true;
    for (const auto& ticker : tickers_) ticker->start();
    sc_core::sc_start(to_sc_time(duration));
    running_ = false;
    sc_core::sc_start(to_sc_time(2 * microsecond));  // they stop
  }

  std::int64_t ticks = 0;

 private:
  class Ticker final : public sc_core::sc_module {
   public:
    Ticker(const sc_core::sc_module_name& name, Tickers& owner, std::size_t index)
        : sc_module(name), owner_(owner), period_(nanosecond + index % 997) {
      SC_HAS_PROCESS(Ticker);
      SC_METHOD(tick);
      sensitive << event_.event();
      dont_initialize();
    }
    void start() { event_.notify_at(kernel_now() + period_); }

   private:
    void tick() {
      ++owner_.ticks;
      if (owner_.running_) start();
    }

    Tickers& owner_;
    Time period_;
    KernelEvent event_{"event"};
  };

  std::vector<std::unique_ptr<Ticker>> tickers_;
  bool running_ = false;
};

Rigs<Tickers> tickers;
constexpr std::size_t ticker_counts[] = {10, 1000};

void kernel_event(benchmark::State& state) {
  Tickers& rig = tickers[static_cast<std::size_t>(state.range(0))];
  rig.ticks = 0;
  for (auto _ : state) rig.run(100 * microsecond / ticker_counts[state.range(0)]);
  state.SetItemsProcessed(rig.ticks);
  state.SetLabel(std::to_string(ticker_counts[state.range(0)]) +
                 " live events; an item is a notification and its SC_METHOD");
}
BENCHMARK(kernel_event)->ArgName("rig")->DenseRange(0, 1);

}  // namespace

void elaborate() {
  for (const std::size_t count : ticker_counts) tickers.add("tickers", count);
}

}  // namespace isochron::testbench
