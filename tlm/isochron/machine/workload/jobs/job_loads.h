// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/analyse/part_loads.h>

namespace isochron {

/// What jobs bring to the parts, by arithmetic: seconds that each keeps what it uses on its way.
class JobLoads {
 public:
  /// `netlist` has jobs and must outlive this.
  explicit JobLoads(const Netlist& netlist);

  /// Of each kind of part, the instance that jobs keep longest; in bytes/s of jobs, as large as they begin.
  std::vector<ResourceBound> bounds() const;
  /// Bytes/s of jobs that are asked for; none where some kind is asked for at the start.
  std::optional<double> demand() const;
  /// About when the last job ends, ps.
  std::uint64_t completes_in() const;
  /// Events of the region, of all jobs.
  double events() const { return events_ + loads_.events(); }
  /// Bytes of memory that jobs take beside the parts.
  double memory() const;

 private:
  /// Seconds of a step that meets nobody.
  struct Spent {
    double held = 0;         ///< that its part is taken
    double in_all = 0;       ///< until the job is handed on, or what of it is sent last
    std::uint64_t last = 0;  ///< bytes that are sent last
  };

  void add(const JobPlan& plan);
  /// Of the step's part, or of the one that receives from it `last` bytes after all others.
  Spent spend(const FlatStep& step, std::size_t number, double jobs, std::optional<std::uint64_t> last = {});

  const Netlist& netlist_;
  PartLoads loads_;
  std::vector<bool> first_;  ///< by part: some job begins with it
  double bytes_ = 0;         ///< of all jobs
  double events_ = 0;        ///< beside those of transfers
};

}  // namespace isochron
