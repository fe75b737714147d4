// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/simulation.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <isochron/app/estimate_text.h>
#include <isochron/app/instance_trial.h>
#include <isochron/app/log.h>
#include <isochron/app/memory_cap.h>
#include <isochron/app/replication.h>
#include <isochron/app/replication_pool.h>
#include <isochron/core/error.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/scenario/expectation_check.h>
#include <isochron/scenario/figure_check.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/measure_reader.h>
#include <isochron/scenario/replication_seed.h>
#include <isochron/scenario/result_builder.h>
#include <isochron/scenario/scenario_library.h>
#include <isochron/scenario/scenario_loader.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/variation_overlap.h>

namespace isochron {

namespace {

/// More than anybody waits for; bounds memory.
constexpr std::uint64_t most_replications = 100'000;

/// More values than anybody looks at; bounds memory.
constexpr std::uint64_t most_values = 1'000'000;

void require_series(const Scenario& scenario, const std::vector<ScenarioPoint>& points, const MachineType& type) {
  const Measure& measure = scenario.measure;
  if (measure.every == 0 && !measure.series.empty())
    throw InputError(measure.series.front().position, "`measure.series` without an interval", "Add `every: 100 ms`");
  for (const NamedFigure& figure : measure.series) require_figure(figure, scenario, points, type);
  if (measure.every == 0) return;
  const std::uint64_t figures = std::max<std::uint64_t>(1, measure.series.size());
  for (const ScenarioPoint& point : points) {
    const std::uint64_t length = point.machine->completes_in().value_or(measure.warm_up + measure.duration);
    if (length / measure.every > most_values / figures)
      throw InputError(
          measure.every_position,
          fmt::format("`measure.every` cuts the run into {} intervals, which is too many", length / measure.every),
          fmt::format("Take at least {}", format_stored(length / (most_values / figures) + 1, Quantity::duration)));
  }
}

/// A point may lack the part that a figure is of; but one that no run has, `sampled` from `first` on, is of whole runs.
void require_found(const std::vector<ReplicationRecord>& sampled, std::size_t first, const Measure& measure) {
  for (const NamedFigure& figure : measure.series)
    if (std::none_of(sampled.begin() + static_cast<std::ptrdiff_t>(first), sampled.end(),
                     [&](const ReplicationRecord& record) { return record.series.count(figure.path) > 0; }))
      throw InputError(figure.position, fmt::format("`{}` is a figure of the run as a whole", figure.path),
                       "Name a statistic of a part, or a metric that is made of one");
}

/// Adds the series of the run that was cut into intervals to the record of the one that was not.
void add_series(ReplicationRecord& sampled, ReplicationRecord& record) {
  if (sampled.fingerprint != record.fingerprint)
    throw ModelError(
        "a run that is cut into intervals delivers otherwise: this is an error in the model, please report it");
  for (auto& [name, series] : sampled.series) record.series[name] = std::move(series);
  record.cpu_s += sampled.cpu_s;
  record.peak_rss_bytes = std::max(record.peak_rss_bytes, sampled.peak_rss_bytes);
}

std::uint64_t jobs_of(const SimulationOptions& options) {
  return options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
}

/// The type, with the figures that its machines have at these points.
std::shared_ptr<const MachineType> with_figures(const MachineType& type, const std::vector<ScenarioPoint>& points) {
  std::vector<StatisticInfo> figures;
  std::set<std::string> known;
  for (const ScenarioPoint& point : points)
    for (const StatisticInfo& figure : point.machine->figures())
      if (known.insert(figure.name).second) figures.push_back(figure);
  const auto complete = std::make_shared<MachineType>(type);
  complete->info.metrics.insert(complete->info.metrics.begin(), figures.begin(), figures.end());
  return complete;
}

/// Lets the machines have the formulas that the scenario and the command line name as figures.
void ask_for_formulas(const Scenario& scenario, const std::vector<std::string>& metrics,
                      const std::vector<ScenarioPoint>& points) {
  std::vector<NamedFigure> figures = scenario.measure.series;
  for (const std::string& metric : metrics) figures.push_back({metric, {"--metric", 0, 0}});
  for (const Expectation& expectation : scenario.expectations)
    figures.push_back({expectation.metric, expectation.metric_position});
  std::set<std::string> known;
  for (const NamedFigure& figure : figures)
    if (is_formula(figure.path) && known.insert(figure.path).second)
      for (const ScenarioPoint& point : points)
        if (!point.machine->ask(figure.path, figure.position))
          throw InputError(
              figure.position,
              fmt::format("`{}` is a formula, and the machine is not described by a file", figure.path.substr(0, 80)),
              "Name a metric or a statistic of a part");
}

/// A machine that runs until its work is done must end within `longest_run`.
void require_end(const Scenario& scenario, const std::vector<ScenarioPoint>& points) {
  for (const ScenarioPoint& point : points) {
    const std::optional<std::uint64_t> time = point.machine->completes_in();
    if (!time || *time <= longest_run) continue;
    const std::string label = point.label();
    throw InputError(
        scenario.system_position,
        fmt::format("{}the work would take more than {} of simulated time", label.empty() ? "" : "at " + label + " ",
                    format_stored(longest_run, Quantity::duration)),
        "Give the machine less to do, or faster parts");
  }
}

}  // namespace

Simulation::Simulation(const std::string& name, const SimulationOptions& options) : options_(options) {
  const std::string file = find_scenario(name);
  memory_limit_ = MemoryLimit::read(options.limit_memory);
  describe_within(memory_limit_, file, [&] { describe(file, options); });
}

void Simulation::describe(const std::string& file, const SimulationOptions& options) {
  const MachineLibrary machines;
  scenario_ = ScenarioLoader(machines).load(file, options.changes);
  if (options.seed) scenario_.measure.seed = *options.seed;
  if (options.replications) scenario_.measure.replications = *options.replications;
  const TypeRegistry& types = machines.part_types();
  points_ = resolve_points(scenario_, *scenario_.machine, types);
  require_distinct_variations(scenario_, points_, types);
  if (points_.size() * scenario_.measure.replications > most_replications)
    throw InputError({file, 0, 0},
                     fmt::format("{} points of {} replications are more than {} simulations", points_.size(),
                                 scenario_.measure.replications, most_replications),
                     "Vary less, or take fewer replications");
  ask_for_formulas(scenario_, options.metrics, points_);
  scenario_.machine = with_figures(*scenario_.machine, points_);
  type_ = scenario_.machine.get();
  require_end(scenario_, points_);
  const std::string folder = scenario_folder();
  if (!folder.empty()) published_.load_later(folder + "/published");
  if (options.compare) published_.about(scenario_.system);  // errors in them come before anything is simulated
  idle_ = idle_settings(points_, *type_);
  for (const IdleSetting& setting : try_instances(points_)) idle_.push_back(setting);
  for (const auto& [cause, remedy] : points_.front().machine->warnings())
    idle_.push_back({scenario_.system_position, cause, remedy});
  for (const IdleSetting& setting : drop_expectations_of_absent_parts(scenario_, points_)) idle_.push_back(setting);
  if (options.strict && !idle_.empty())
    throw InputError(idle_.front().position, idle_.front().cause, idle_.front().remedy);
  require_checkable(scenario_, points_, published_, *type_);
  require_series(scenario_, points_, *type_);
}

ReplicationTask Simulation::task_of(const ScenarioPoint& point, std::size_t replication) const {
  const Measure& measure = scenario_.measure;
  return {point.machine.get(),
          point.overrides.get(),
          {measure.warm_up, measure.duration, replication_seed(measure.seed, replication)}};
}

void Simulation::trace_alone(const TraceTask& trace) const {
  const ScenarioPoint& point = points_.at(trace.point);
  ReplicationTask task = task_of(point, trace.replication);
  task.trace = &trace.plan;
  task.trace_alone = true;
  require_memory(memory_limit_, {run_sizes(points_, scenario_.measure)[trace.point].peak_memory}, 1, scenario_.file);
  ProgressLine progress(scenario_.name, options_.progress);
  ReplicationPool(1, progress).run({task});
}

Result Simulation::run(const TraceTask* trace) const {
  const Measure& measure = scenario_.measure;
  std::vector<ReplicationTask> tasks;
  std::vector<double> memory;
  double events = 0;
  const std::vector<RunSize> sizes = run_sizes(points_, measure);
  for (std::size_t p = 0; p < points_.size(); ++p) {
    const RunSize& size = sizes[p];
    memory.insert(memory.end(), measure.replications, size.peak_memory);
    events += size.events * static_cast<double>(measure.replications);
    for (std::uint64_t i = 0; i < measure.replications; ++i) tasks.push_back(task_of(points_[p], i));
  }
  // Figures over time come from a second run, cut into intervals: what is measured of the first does not depend on it.
  const std::size_t simulations = tasks.size();
  SeriesPlan series{measure.every, {}};
  for (const NamedFigure& figure : measure.series) series.figures.push_back(figure.path);
  if (measure.every > 0) {
    for (std::size_t i = 0; i < simulations; ++i) {
      ReplicationTask cut = tasks[i];
      cut.series = &series;
      tasks.push_back(std::move(cut));
      memory.push_back(memory[i]);
    }
    events *= 2;
  }
  require_memory(memory_limit_, std::move(memory), jobs_of(options_), scenario_.file);
  if (const auto text = announcement(events, tasks.size())) log_note(scenario_.name + ": " + *text);
  if (trace != nullptr) tasks.at(trace->point * measure.replications + trace->replication).trace = &trace->plan;

  const auto start = std::chrono::steady_clock::now();
  std::vector<std::vector<ReplicationRecord>> records;
  {
    ProgressLine progress(scenario_.name, options_.progress);
    std::vector<ReplicationRecord> all = ReplicationPool(jobs_of(options_), progress).run(tasks);
    if (measure.every > 0) require_found(all, simulations, measure);
    for (std::size_t i = simulations; i < all.size(); ++i) add_series(all[i], all[i - simulations]);
    all.resize(simulations);
    for (auto first = all.begin(); first != all.end(); first += static_cast<std::ptrdiff_t>(measure.replications))
      records.emplace_back(first, first + static_cast<std::ptrdiff_t>(measure.replications));
  }
  Result result = build_result(scenario_, *type_, points_, records, published_);
  for (PointResult& point : result.points)
    for (const IdleSetting& setting : idle_) point.warnings.push_back(idle_text(setting));
  result.performance.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace isochron
