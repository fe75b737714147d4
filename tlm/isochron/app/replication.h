// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// One replication to simulate. What it points to must outlive it.
struct ReplicationTask {
  Machine* machine = nullptr;
  const std::vector<InstanceSetting>* instances = nullptr;
  MeasurePlan plan;
  const TracePlan* trace = nullptr;  ///< null: not traced
  bool trace_alone = false;          ///< nothing else is wanted: it ends soon after the trace's window
};

/// Simulates and adds what it cost this process, which can do it once. `progress(simulated picoseconds)` is called now
/// and then. Throws ModelError, TracedFailure when the trace had begun by then, InputError, WriteError.
ReplicationRecord replicate(const ReplicationTask& task, const std::function<void(std::uint64_t)>& progress);

}  // namespace isochron
