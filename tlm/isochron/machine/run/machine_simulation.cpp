// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/machine_simulation.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/core/text_numbers.h>
#include <isochron/observe/hierarchy.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/wait_cycle.h>

namespace isochron {

MachineSimulation::MachineSimulation(std::size_t message_capacity, Phases phases)
    : pool_(message_capacity), domain_{region_, pool_, phases}, assembly_(domain_) {
  if (phases == Phases::explicit_four) region_.keep_to_kernel_time();
}

const std::vector<MachineSimulation::Part>& MachineSimulation::parts() const {
  if (parts_.empty())
    for_each_in_hierarchy<Measured>([this](const sc_core::sc_object& object, Measured& part) {
      parts_.push_back({object.name(), &part});
    });
  return parts_;
}

void MachineSimulation::run_to(Time end) {
  last_activity_ = simulate_to(region_, end);
  check_progress();
}

void MachineSimulation::run_to(Time end, const Progress& progress, Trace* trace) {
  constexpr Time step = 10 * millisecond;
  const auto in_steps = [&](Time leg) {
    while (kernel_now() < leg) {
      run_to(std::min(kernel_now() + step, leg));
      if (progress) progress(kernel_now());
    }
  };
  if (trace != nullptr)
    trace->run(end, in_steps);
  else
    in_steps(end);
}

void MachineSimulation::run_until_done(const Progress& progress, Trace* trace) {
  constexpr Time step = 100 * millisecond;
  while (!left_to_do().empty()) {
    const Time end = kernel_now() + step;
    if (trace != nullptr)
      trace->run(end, [this](Time leg) { run_to(leg); });
    else
      run_to(end);
    if (progress) progress(kernel_now());
  }
  if (outstanding() > 0) throw ModelError(std::to_string(outstanding()) + " payloads were never given back:" + waits());
}

void MachineSimulation::run_in_intervals(Time every, std::optional<Time> end,
                                         const std::function<void(const ReplicationRecord&)>& sample,
                                         const Progress& progress) {
  for (Time to = every;; to += every) {
    const Time leg = end ? std::min(to, *end) : to;
    run_to(leg, progress, nullptr);
    ReplicationRecord interval;
    report_parts(interval, region_.now());
    if (end) add_to(interval);
    add_flows(interval, region_.now());
    add_metrics(interval, metrics(), seconds(region_.now() - window_start_), idle_components());
    sample(interval);
    if (end ? leg == *end : left_to_do().empty()) return;
    start_window();
  }
}

bool MachineSimulation::stands_still() const {
  return region_.idle() && !sc_core::sc_pending_activity();
}

void MachineSimulation::check_progress() const {
  const bool stuck =
      std::any_of(parts().begin(), parts().end(), [](const Part& part) { return part.measured->is_stuck(); });
  const std::string left = left_to_do();
  if (!stuck && (left.empty() || !stands_still())) return;
  const std::vector<Wait> found = all_waits();
  throw ModelError(deadlock_text(found, stuck) + (left.empty() ? "" : " with ") + left + ":" + describe_waits(found));
}

std::string MachineSimulation::deadlock_text(const std::vector<Wait>& waits, bool stuck) const {
  if (const std::optional<Time> closed = last_begin(cycle_of(waits)))
    return "deadlock at " + seconds_text(*closed) + " s";
  if (stuck) return "deadlock noticed at " + seconds_text(region_.now()) + " s";
  // What is still pending are sources that go on asking: they are no movement.
  const std::optional<Time> last = region_.idle() ? std::nullopt : last_begin(waits);
  return "deadlock at " + seconds_text(last.value_or(last_activity_)) + " s";
}

std::string MachineSimulation::waits() const {
  return describe_waits(all_waits());
}

std::vector<Wait> MachineSimulation::all_waits() const {
  std::vector<Wait> found;
  for (const Part& part : parts()) part.measured->report_waits(found);
  return found;
}

void MachineSimulation::start_window() {
  window_start_ = region_.now();
  for (const Part& part : parts()) part.measured->start_window(window_start_);
  for (auto& [name, flow] : flows_) flow.start_window(window_start_);
  start_own_window(window_start_);
}

void MachineSimulation::report_parts(ReplicationRecord& record, Time now) const {
  StatisticSink sink(record, window_start_, now);
  for (const Part& part : parts())
    if (in_service(part.path)) part.measured->report(sink);
}

void MachineSimulation::add_flows(ReplicationRecord& record, Time now) const {
  for (const auto& [name, flow] : flows_) record.flows[name] = flow.sample(now);
}

void MachineSimulation::take_reports(Time now) {
  region_.catch_up(now);
  report_parts(reports_, now);
  reported_ = true;
}

ReplicationRecord MachineSimulation::record() const {
  const Time end = window_end();
  ReplicationRecord record = reports_;
  if (!reported_) report_parts(record, end);
  record.simulated_s = seconds(end);
  record.warm_up_s = seconds(window_start_);
  add_to(record);
  add_flows(record, end);
  add_metrics(record, metrics(), record.simulated_s - record.warm_up_s, idle_components());
  record.events = region_.events();
  record.kernel_notifications = KernelEvent::notifications();
  record.deltas = sc_core::sc_delta_count();
  return record;
}

}  // namespace isochron
