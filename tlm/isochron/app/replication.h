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

/// Simulates the first of `count` >= 1 tasks, and adds what it cost this process, which can do it once.
/// `progress(simulated picoseconds)` is called now and then, if there is one. Throws ModelError, TracedFailure when the
/// trace had begun by then, InputError, WriteError.
///
/// The tasks differ only in their seeds. If the machine uses no seed while it is built, this forks a process for each
/// task, one after the other; it returns or throws in each of them, and ends this process. Otherwise it simulates only
/// the first task.
ReplicationRecord replicate(const ReplicationTask* tasks, std::size_t count,
                            const std::function<void(std::uint64_t)>& progress);

}  // namespace isochron
