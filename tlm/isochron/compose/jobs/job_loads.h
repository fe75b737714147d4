// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <isochron/compose/netlist.h>
#include <isochron/compose/transfer_paths.h>
#include <isochron/system/machine.h>

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
  double events() const { return events_; }
  /// Bytes of memory that jobs take beside the parts.
  double memory() const;

 private:
  /// What keeps a part, or one port of a crossbar.
  struct Load {
    double seconds = 0;
    double bytes = 0;
    bool first = false;  ///< it is what some job begins with
  };

  /// Seconds of a step that meets nobody.
  struct Spent {
    double held = 0;         ///< that its part is taken
    double in_all = 0;       ///< until the job is handed on, or what of it is sent last
    std::uint64_t last = 0;  ///< bytes that are sent last
  };

  void add(const JobPlan& plan);
  /// Of the step's part, or of the one that receives from it `last` bytes after all others.
  Spent spend(const FlatStep& step, std::size_t number, double jobs, std::optional<std::uint64_t> last = {});
  /// Brings it to the parts on its way, and says what it takes.
  double transfer(const TransferPath& path, bool write, std::uint64_t bytes, double jobs);
  double seconds_of(const TransferPath& path, bool write, std::uint64_t bytes) const;
  static void put(Load& load, double seconds, std::uint64_t bytes, double jobs);

  const Netlist& netlist_;
  std::vector<Load> parts_;  ///< what they do for jobs
  std::vector<Load> holds_;  ///< ... and that jobs hold them: a job that holds none may be in the part meanwhile
  std::map<std::pair<std::size_t, PortRef>, Load> lanes_;
  double bytes_ = 0;  ///< of all jobs
  double events_ = 0;
};

}  // namespace isochron
