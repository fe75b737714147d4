// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

/// Analysis of a machine by arithmetic, as it stands: its parts, the ways through it, the loads that its workloads
/// bring to each part, and its bounds.
class MachineAnalysis {
 public:
  /// Throws InputError where traffic has no way, and where a machine has nothing to do.
  explicit MachineAnalysis(Netlist netlist);
  MachineAnalysis(const MachineAnalysis&) = delete;
  MachineAnalysis& operator=(const MachineAnalysis&) = delete;

  const Netlist& netlist() const { return netlist_; }
  /// Gives the netlist away, with its routes written into the plans of its parts. Nothing may be asked any more.
  Netlist take();
  /// One or more, a kind each.
  const std::vector<std::unique_ptr<const Workload>>& workloads() const { return workloads_; }
  /// That whose driver is the machine's.
  const Workload& main_workload() const;
  const std::vector<ResourceBound>& bounds() const { return bounds_; }
  std::vector<Warning> warnings() const;
  /// Computes what failures of parts leave of its work; nullptr: that is not known of its kind, or there are several.
  /// This must outlive it. Throws InputError where the work is too much for it.
  std::unique_ptr<FailureModel> failures() const;

 private:
  using Workloads = std::vector<std::unique_ptr<const Workload>>;

  /// `taken`: of each part's time, by the others, for each kind.
  Workloads analyse(const std::vector<PartShares>& taken) const;
  void find_bounds();

  Netlist netlist_;  ///< whose traffic learns its ways from the routes
  std::vector<const WorkloadKind*> kinds_;
  const Routes routes_;
  const Transits transits_;
  Workloads workloads_;
  std::vector<ResourceBound> bounds_;
};

}  // namespace isochron
