// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/run/resource_bound.h>
#include <isochron/machine/workload/traffic/traffic_limits.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// Bounds of the traffics of a machine, by TrafficLimits, as `explain` shows them.
class TrafficBounds {
 public:
  /// `taken`: of each part's time, by other workloads. All but that must outlive this. Throws InputError where traffic
  /// has no way.
  TrafficBounds(const Netlist& netlist, const Routes& routes, const Transits& transits, const PartShares& taken);

  /// Share of its time that each part is taken by traffic that asks for a rate.
  PartShares demand() const;

  /// TrafficLimits::loads().
  const FlowLoads& loads() const { return limits_.loads(); }
  /// Bytes/s of a source of the traffic in the mean; infinite where nothing limits it.
  double expected(std::size_t traffic) const { return limits_.expected(traffic); }
  /// Demand of a source; nullopt: all it can get.
  const std::optional<double>& asked(std::size_t traffic) const { return limits_.asked(traffic); }

  /// Whether it gets less than it asks for, so that buffers fill.
  bool is_held_back(std::size_t traffic) const;
  /// Messages in the buffers that such traffic passes, if all are full.
  double in_full_buffers() const;

  /// The most used instance of each kind of part that has a capacity, and of each kind of buffers that hold back more
  /// than what is around them; and the I/Os under way of each closed traffic.
  const std::vector<ResourceBound>& resources() const { return resources_; }
  /// The bound of each traffic, in order.
  const std::vector<WorkloadBound>& workloads() const { return workloads_; }

 private:
  void add_resources();
  void add_closed_loops();
  void add_workloads();
  ResourceBound bound_of(const TrafficLimits::Resource& resource, std::size_t traffic) const;

  const Netlist& netlist_;
  TrafficLimits limits_;
  std::vector<ResourceBound> resources_;
  std::vector<WorkloadBound> workloads_;
};

}  // namespace isochron
