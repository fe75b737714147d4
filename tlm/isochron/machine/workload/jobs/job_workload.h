// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/machine/analyse/part_loads.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// The jobs of a machine, by arithmetic: seconds that each keeps what it uses on its way.
class JobWorkload final : public Workload {
 public:
  /// `netlist` has jobs and must outlive this. `taken`: of each part's time, by other workloads.
  JobWorkload(const Netlist& netlist, const PartShares& taken);

  PartShares demand() const override;
  /// Of each kind of part, the instance that jobs keep longest; in bytes/s of jobs, as large as they begin.
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override { return {"throughput", "B/s"}; }
  /// Bytes/s of jobs that are asked for; none where some kind is asked for at the start.
  std::optional<double> offered_load() const override;
  std::optional<double> completes_in() const override;
  double events(double seconds, Folding folding) const override;
  double memory(double seconds) const override;
  std::vector<Warning> warnings() const override;

 private:
  /// Seconds of a step that meets nobody.
  struct Spent {
    double held = 0;         ///< that its part is taken
    double in_all = 0;       ///< until the job is handed on, or what of it is sent last
    std::uint64_t last = 0;  ///< bytes that are sent last
  };

  /// Seconds in which all are asked for; 0: at the start.
  double asked_within() const;
  /// The part of all jobs that is asked for within `seconds`.
  double part_within(double seconds) const { return std::min(1.0, seconds / std::max(asked_within(), 1e-12)); }
  /// `jobs` that go this way.
  void add(const JobPlan& plan, double jobs);
  /// Of the step's part, or of the one that receives from it `last` bytes after all others.
  Spent spend(const FlatStep& step, std::size_t number, double jobs, std::optional<std::uint64_t> last = {});

  const Netlist& netlist_;
  PartLoads loads_;
  std::vector<bool> first_;  ///< by part: some job begins with it
  double bytes_ = 0;         ///< of all jobs
  double events_ = 0;        ///< beside those of transfers
  double stored_ = 0;        ///< bytes of real data
};

}  // namespace isochron
