// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/analyse/path_warnings.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/jobs/job_cycle.h>
#include <isochron/machine/workload/jobs/job_loads.h>
#include <isochron/machine/workload/pipeline/hand_over_loads.h>
#include <isochron/machine/workload/self/work_loads.h>
#include <isochron/machine/workload/traffic/traffic_bounds.h>

namespace isochron {

/// Analysis of a machine by arithmetic, as it stands: its parts, the ways through it, the loads that traffic, jobs or
/// work of parts' own bring to each part, and its bounds.
class MachineAnalysis {
 public:
  /// Throws InputError where traffic has no way.
  explicit MachineAnalysis(Netlist netlist);
  MachineAnalysis(const MachineAnalysis&) = delete;
  MachineAnalysis& operator=(const MachineAnalysis&) = delete;

  const Netlist& netlist() const { return netlist_; }
  const TrafficBounds& traffic() const { return traffic_; }
  /// Loads by its jobs, instead of traffic; nullptr: it has none.
  const JobLoads* jobs() const { return jobs_ ? &*jobs_ : nullptr; }
  /// Loads by its parts' own work; nullptr: they have none.
  const WorkLoads* work() const { return work_ ? &*work_ : nullptr; }
  /// The same of work that is handed from part to part; nullptr: there is none.
  const HandOverLoads* hand_overs() const { return hand_overs_ ? &*hand_overs_ : nullptr; }
  const std::vector<ResourceBound>& bounds() const { return bounds_; }
  /// Warnings about the ways that traffic takes.
  std::vector<Warning> path_warnings() const { return isochron::path_warnings(netlist_, routes_, traffic_.loads()); }
  /// Outputs with buffers that can wait for each other in a cycle, or parts that jobs can have in one; empty: none.
  std::vector<std::string> deadlock() const { return jobs_ ? cycle_of_jobs(netlist_) : routes_.deadlock(); }

  /// Seconds until every source has sent all its I/Os, the slowest first, at the rate that is expected of it.
  double seconds_to_send_all() const;

 private:
  Netlist netlist_;  ///< whose traffic learns its ways from the routes
  const Routes routes_;
  const Transits transits_;
  const TrafficBounds traffic_;
  const std::optional<JobLoads> jobs_;
  const std::optional<WorkLoads> work_;
  const std::optional<HandOverLoads> hand_overs_;
  std::vector<ResourceBound> bounds_;
};

}  // namespace isochron
