// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Which figures to take at the end of each interval; none: all metrics.
struct SeriesPlan {
  std::uint64_t every = 0;  ///< ps
  std::vector<std::string> figures;
};

/// One replication to simulate. The objects that it points to must outlive it.
struct ReplicationTask {
  MachineDescription* machine = nullptr;
  const ScenarioInstances* instances = nullptr;  ///< the machine's, if it has some
  MeasurePlan plan;
  const TracePlan* trace = nullptr;    ///< null: not traced
  bool trace_alone = false;            ///< nothing else is wanted: it ends soon after the trace's window
  const SeriesPlan* series = nullptr;  ///< not null: it is simulated for these series, and nothing else of it counts
};

/// Simulates and adds what it cost this process, which can do it once. `progress(simulated picoseconds)` is called now
/// and then. Throws ModelError, TracedFailure when the trace had begun by then, InputError, WriteError.
ReplicationRecord replicate(const ReplicationTask& task, const std::function<void(std::uint64_t)>& progress);

}  // namespace isochron
