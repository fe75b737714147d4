// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <isochron/app/memory_limit.h>
#include <isochron/app/progress_line.h>
#include <isochron/app/replication.h>
#include <isochron/scenario/idle_settings.h>
#include <isochron/scenario/published_numbers.h>
#include <isochron/scenario/result.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Options of the command line for a simulation.
struct SimulationOptions {
  std::vector<std::string> changes;  ///< --set
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> replications;
  std::uint64_t jobs = 0;                 ///< 0: as many as there are cores
  std::vector<std::string> metrics = {};  ///< --metric: figures that are wanted beside what the scenario names
  bool strict = false;                    ///< what has no effect is an error
  std::string limit_memory = {};          ///< as MemoryLimit::read() takes it
  ProgressMode progress = ProgressMode::automatic;
  bool compare = true;  ///< results with published numbers; without it only what is expected of them is read
};

/// One of the simulations, to be traced; numbers from 0.
struct TraceTask {
  std::size_t point = 0;
  std::size_t replication = 0;
  TracePlan plan;
  bool alone = false;  ///< nothing else is wanted of the run
};

/// A scenario that is ready to simulate: read, checked, its machines configured.
class Simulation {
 public:
  /// `name` is a file, or a scenario that find_scenario() knows. Throws FileError, InputError.
  Simulation(const std::string& name, const SimulationOptions& options);

  const Scenario& scenario() const { return scenario_; }
  const MachineType& type() const { return *type_; }
  const std::vector<ScenarioPoint>& points() const { return points_; }
  const PublishedNumbers& published() const { return published_; }
  /// Settings of the scenario that have no effect.
  const std::vector<IdleSetting>& idle() const { return idle_; }

  /// With `trace`, replication `trace->replication` of point `trace->point` is traced. Throws ModelError, InputError,
  /// WriteError, Interrupted; InputError before anything is simulated when memory will not do.
  Result run(const TraceTask* trace = nullptr) const;
  /// Simulates the replication that is traced, up to the end of the trace's window. Throws as run().
  void trace_alone(const TraceTask& trace) const;

 private:
  void describe(const std::string& file, const SimulationOptions& options);
  ReplicationTask task_of(const ScenarioPoint& point, std::size_t replication) const;

  SimulationOptions options_;
  Scenario scenario_;
  const MachineType* type_ = nullptr;
  std::vector<ScenarioPoint> points_;
  PublishedNumbers published_;
  std::vector<IdleSetting> idle_;
  MemoryLimit memory_limit_;
};

}  // namespace isochron
