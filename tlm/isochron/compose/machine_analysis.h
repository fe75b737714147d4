// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/compose/hand_over/hand_over_loads.h>
#include <isochron/compose/jobs/job_circle.h>
#include <isochron/compose/jobs/job_loads.h>
#include <isochron/compose/netlist.h>
#include <isochron/compose/routes.h>
#include <isochron/compose/traffic_bounds.h>
#include <isochron/compose/transits.h>
#include <isochron/compose/way_doubts.h>
#include <isochron/compose/work/work_loads.h>

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
  /// Doubts about the ways that traffic takes.
  std::vector<Doubt> way_doubts() const { return isochron::way_doubts(netlist_, routes_, traffic_.loads()); }
  /// Outputs with buffers that can wait for each other in a circle, or parts that jobs can have in one; empty: none.
  std::vector<std::string> deadlock() const { return jobs_ ? circle_of_jobs(netlist_) : routes_.deadlock(); }

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
