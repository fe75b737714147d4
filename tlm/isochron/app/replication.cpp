// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/replication.h>

#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>

#include <isochron/app/child_process.h>
#include <isochron/app/traced_failure.h>
#include <isochron/scenario/aggregation.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

rusage usage_of_process() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

double cpu_seconds() {
  const rusage usage = usage_of_process();
  return in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
}

/// Leaves a simulation of which no more is wanted.
class EndOfTrace : public std::runtime_error {
 public:
  explicit EndOfTrace(std::uint64_t simulated) : std::runtime_error("end of the trace"), simulated_(simulated) {}

  std::uint64_t simulated() const { return simulated_; }

 private:
  std::uint64_t simulated_;  ///< picoseconds
};

/// Series of figures, from what each interval has measured.
class SeriesSampler {
 public:
  explicit SeriesSampler(const SeriesPlan& plan) : plan_(plan) {}

  void add(const ReplicationRecord& interval) {
    const PointResult point = aggregate({interval}, 0.9);
    if (!plan_.figures.empty())
      for (const std::string& path : plan_.figures) add(path, find_figure(point, path));
    else
      for (const auto& [name, metric] : point.metrics) add(name, Figure{metric.mean, std::nullopt, metric.unit});
    ++intervals_;
  }
  std::map<std::string, SeriesSample> take() {
    for (auto& [name, series] : series_) series.values.resize(intervals_, nothing);
    return std::move(series_);
  }

 private:
  static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

  void add(const std::string& name, const std::optional<Figure>& figure) {
    if (!figure) return;
    SeriesSample& series = series_[name];
    series.unit = figure->unit;
    series.interval_s = to_si(plan_.every, Quantity::duration);
    series.values.resize(intervals_, nothing);  // it may not have been there from the beginning
    series.values.push_back(figure->value.value_or(nothing));
  }

  const SeriesPlan& plan_;
  std::size_t intervals_ = 0;
  std::map<std::string, SeriesSample> series_;
};

void require_started(const Trace& trace, const TracePlan& plan, const ReplicationRecord& record) {
  if (!trace.started())
    throw InputError({"--trace-from", 0, 0},
                     fmt::format("{} is after the end of the run, {}", format_stored(plan.from, Quantity::duration),
                                 format_si(record.simulated_s, "s")),
                     "Begin earlier");
}

}  // namespace

ReplicationRecord replicate(const ReplicationTask* tasks, std::size_t count,
                            const std::function<void(std::uint64_t)>& progress) {
  const ReplicationTask& task = *tasks;
  auto start = std::chrono::steady_clock::now();
  double building_s = 0;  // of CPU time, by the process that has built the machine of this one
  std::optional<Trace> trace;
  if (task.trace != nullptr) trace.emplace(*task.trace);
  MeasurePlan plan = task.plan;
  std::optional<SeriesSampler> sampler;
  if (task.series != nullptr) {
    plan.every = task.series->every;
    plan.sample = [&sampled = sampler.emplace(*task.series)](const auto& interval) { sampled.add(interval); };
  }
  if (count > 1)
    plan.built = [&](Seed& seed) {
      if (seed.is_used()) return;
      building_s = cpu_seconds();
      for (std::size_t i = 0; i < count; ++i) {
        if (go_on_in_another()) {
          seed.choose(tasks[i].plan.seed);
          return;
        }
        building_s = 0;
        start = std::chrono::steady_clock::now();
      }
      end_child();
    };
  ReplicationRecord record;
  try {
    const auto go_on = [&](std::uint64_t simulated) {
      if (task.trace_alone && simulated >= task.trace->to) throw EndOfTrace(simulated);
      if (progress) progress(simulated);
    };
    record = task.machine->run(plan, go_on, trace ? &*trace : nullptr);
  } catch (const EndOfTrace& end) {
    record.simulated_s = to_si(end.simulated(), Quantity::duration);
  } catch (const ModelError& error) {
    if (trace && trace->started()) throw TracedFailure(error.what());
    throw;
  }
  if (sampler) record.series = sampler->take();
  if (task.instances != nullptr) task.instances->require_all_used();
  if (trace) require_started(*trace, *task.trace, record);
  record.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  record.cpu_s = building_s + cpu_seconds();
  record.peak_rss_bytes = static_cast<std::uint64_t>(usage_of_process().ru_maxrss) * 1024;
  return record;
}

}  // namespace isochron
