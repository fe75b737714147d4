// SPDX-License-Identifier: Apache-2.0
#include "clock_on_demand.h"

#include <algorithm>
#include <utility>

namespace isochron::cosim {

namespace {

/// A block that never comes to rest must not keep the kernel from the end of the run.
constexpr unsigned most_cycles_ahead = 1000;

Time next_kernel_activity(Time now) {
  if (!sc_core::sc_pending_activity()) return end_of_time;
  return now + sc_core::sc_time_to_pending_activity().value();
}

}  // namespace

ClockOnDemand::ClockOnDemand(const sc_core::sc_module_name& name, Region& region, Clocked& block,
                             std::uint64_t frequency, Stands stands)
    : sc_module(name),
      region_(region),
      block_(block),
      grid_(ClockGrid::frequency(frequency)),
      stands_(stands),
      rest_after_(stands == Stands::while_waiting ? 1 : idle_cycles) {
  SC_HAS_PROCESS(ClockOnDemand);
  SC_METHOD(run);
  sensitive << due_.event();
  dont_initialize();
}

void ClockOnDemand::wake(Time now) {
  idle_for_ = 0;
  if (running_) return;
  running_ = true;
  const std::uint64_t present = std::max(tick_, grid_.tick_at_or_before(now));
  behind_ = (present - tick_) % block_.period();
  block_.stood(present - tick_ - behind_);
  tick_ = present - behind_;
  region_.notify(due_, grid_.edge(present + 1));
}

std::uint64_t ClockOnDemand::cycles() const {
  // What is ahead of the kernel was simulated without a gap.
  const std::uint64_t present = grid_.tick_at_or_before(kernel_now());
  return cycles_ - (tick_ > present ? tick_ - present : 0);
}

void ClockOnDemand::run() {
  const Time now = kernel_now();
  region_.advance(now);
  catch_up();
  if (crossing_)
    cross();
  else
    cycle();
  if (crossing_) cross();

  if (run_ahead_ && traced_ == nullptr) {
    const Time bound = next_kernel_activity(now);
    for (unsigned ahead = 0; running_ && !crossing_ && ahead < most_cycles_ahead && grid_.edge(tick_ + 1) <= bound;
         ++ahead)
      cycle();
  }
  if (crossing_)
    due_.notify_at(grid_.edge(tick_));
  else if (running_)
    due_.notify_at(grid_.edge(tick_ + 1));
}

void ClockOnDemand::catch_up() {
  // These edges are of the past: a trace sees what has become of them with the next one.
  RtlProbes* const traced = std::exchange(traced_, nullptr);
  for (; behind_ > 0; --behind_) cycle();
  traced_ = traced;
}

void ClockOnDemand::cycle() {
  const Time now = grid_.edge(++tick_);
  ++cycles_;
  for (Transactor* const transactor : transactors_) transactor->drive(now);
  block_.settle();
  if (traced_ != nullptr) traced_->settled(now);
  for (Transactor* const transactor : transactors_) transactor->sample(now);
  block_.edge();
  if (traced_ != nullptr) traced_->clocked(now, fall());
  if (!block_.idle() || !rests())
    idle_for_ = 0;
  else if (++idle_for_ >= rest_after_ && block_.settled(idle_for_ - rest_after_))
    running_ = false;
}

void ClockOnDemand::cross() {
  crossing_ = false;
  for (Transactor* const transactor : transactors_) transactor->cross();
}

void ClockOnDemand::list_probes(ProbeList& list) {
  std::unique_ptr<RtlSignals> signals = block_.signals();
  if (signals) probes_ = std::make_unique<RtlProbes>(std::move(signals), get_parent_object()->name(), list);
}

void ClockOnDemand::start_trace(Time now) {
  traced_ = probes_.get();
  if (fall() <= now) block_.settle();
  traced_->begin(now, fall());
}

bool ClockOnDemand::rests() const {
  return std::all_of(transactors_.begin(), transactors_.end(), [this](const Transactor* transactor) {
    return stands_ == Stands::while_waiting ? transactor->waits() : transactor->quiet();
  });
}

}  // namespace isochron::cosim
