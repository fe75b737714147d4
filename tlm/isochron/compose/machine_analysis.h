// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/compose/flow_loads.h>
#include <isochron/compose/jobs/job_loads.h>
#include <isochron/compose/netlist.h>
#include <isochron/compose/routes.h>
#include <isochron/compose/transits.h>
#include <isochron/compose/way_doubts.h>

namespace isochron {

/// Ways that the traffic of a machine tells apart.
unsigned ways_of(const Netlist& netlist);

/// What arithmetic says of a machine as it stands: its parts, the ways through it, what traffic or jobs bring to each
/// part and what bounds it.
class MachineAnalysis {
 public:
  /// Throws InputError where traffic has no way.
  explicit MachineAnalysis(Netlist netlist);
  MachineAnalysis(const MachineAnalysis&) = delete;
  MachineAnalysis& operator=(const MachineAnalysis&) = delete;

  const Netlist& netlist() const { return netlist_; }
  const FlowLoads& loads() const { return loads_; }
  /// What its jobs bring to its parts, instead of traffic; nullptr: it has none.
  const JobLoads* jobs() const { return jobs_ ? &*jobs_ : nullptr; }
  const std::vector<ResourceBound>& bounds() const { return bounds_; }
  /// What is doubtful about the ways that traffic takes: cause and remedy.
  std::vector<std::pair<std::string, std::string>> way_doubts() const {
    return isochron::way_doubts(netlist_, routes_, loads_);
  }
  /// Outputs with buffers that can wait for each other in a circle; empty: none.
  std::vector<std::string> deadlock() const { return routes_.deadlock(); }

  /// The rate of the driver at which the first part is full; infinite where no part has a limit.
  double limit() const;
  /// Seconds until every source has sent all its I/Os, the slowest first, at the rate it asks or at the limit.
  double seconds_to_send_all() const;

 private:
  const Netlist netlist_;
  const Routes routes_;
  const Transits transits_;
  const FlowLoads loads_;
  const std::optional<JobLoads> jobs_;
  std::vector<ResourceBound> bounds_;
};

}  // namespace isochron
