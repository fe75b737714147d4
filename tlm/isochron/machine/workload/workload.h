// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/folding.h>
#include <isochron/machine/run/resource_bound.h>
#include <isochron/machine/workload/failure_model.h>

namespace isochron {

class Routes;
class Transits;

/// By part: the share of its time that it is taken, 0 to 1.
using PartShares = std::vector<double>;

/// The share of a part's time that is left where `taken` of it is; next to nothing where that is all, so that what
/// needs the part is bounded by next to nothing.
inline double left_of(double taken) {
  constexpr double least = 1e-6;
  return std::max(least, 1 - taken);
}

/// Workloads of one kind in a machine, by arithmetic: all its traffics, or all its jobs.
class Workload {
 public:
  virtual ~Workload() = default;

  /// The share of its time that each part is taken at the load that is offered. Work that takes all it can get leaves
  /// no less to others: it counts for nothing here.
  virtual PartShares demand() const = 0;
  /// The most used instance of each kind of part, beside what other workloads take.
  virtual std::vector<ResourceBound> bounds() const = 0;
  /// Bounds of each of these workloads, where each has a figure of its own.
  virtual std::vector<WorkloadBound> workloads() const { return {}; }
  /// Figure that says how much is done, and its unit: {"throughput", "B/s"}; empty: nobody asks how much.
  virtual std::pair<std::string, std::string> driver() const = 0;
  /// The value of the driver that is asked for; nullopt: as much as the machine can give.
  virtual std::optional<double> offered_load() const { return std::nullopt; }
  /// Seconds until it is done, about; nullopt: it has no end.
  virtual std::optional<double> completes_in() const = 0;
  /// Events of the region within `seconds`. Parts of a fold have none with `Folding::on`.
  virtual double events(double seconds, Folding folding) const = 0;
  /// Bytes of memory that it takes within `seconds`, beside the parts.
  virtual double memory(double seconds) const = 0;
  /// Names of the pictures of a run.
  virtual std::vector<std::string> pictures() const { return {}; }
  /// Adds the random quantities that bounds take at their mean: "sizes of I/Os".
  virtual void add_drawn(std::set<std::string>& drawn) const { (void)drawn; }
  /// What may surprise whoever runs it.
  virtual std::vector<Warning> warnings() const { return {}; }
  /// Computes what failures of parts leave of it; nullptr: that is not known. The machine must outlive it. Throws
  /// InputError where the work is too much for it.
  virtual std::unique_ptr<FailureModel> failures() const { return nullptr; }
};

}  // namespace isochron
