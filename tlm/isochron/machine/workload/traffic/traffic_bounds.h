// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/analyse/buffer_use.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/run/resource_bound.h>
#include <isochron/machine/workload/traffic/closed_loop.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/shared_sources.h>
#include <isochron/machine/workload/traffic/traffic_chains.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// Bounds of the traffics of a machine. Each traffic is bounded by the parts and buffers that it passes and, if it is
/// closed, by its I/Os under way; the others have meanwhile what they are expected to get. Traffics that follow each
/// other have as many I/Os, so that each is bounded by what bounds the others too.
class TrafficBounds {
 public:
  /// `taken`: of each part's time, by other workloads. All but that must outlive this. Throws InputError where traffic
  /// has no way.
  TrafficBounds(const Netlist& netlist, const Routes& routes, const Transits& transits, const PartShares& taken);

  /// Share of its time that each part is taken by traffic that asks for a rate.
  PartShares demand() const;

  /// At the rates that are expected: what each traffic asks for. Where that is more than there is, and for traffic that
  /// asks for all it can get, what is left is shared message by message.
  const FlowLoads& loads() const { return loads_; }
  /// Bytes/s of a source of the traffic in the mean; infinite where nothing limits it.
  double expected(std::size_t traffic) const { return expected_[traffic]; }
  /// Demand of a source; nullopt: all it can get.
  const std::optional<double>& asked(std::size_t traffic) const { return asked_[traffic]; }

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
  /// A part, a direction of it, or buffers of it.
  struct Resource {
    BufferPlace place;
    bool buffers = false;
    std::optional<std::size_t> connection = {};  ///< by which one direction of a full-duplex part comes in
    std::vector<std::size_t> traffics = {};      ///< that pass it
  };
  struct Use {
    double load = 0;      ///< bytes/s
    double capacity = 0;  ///< bytes/s; infinite: any load
    double part() const { return load / capacity; }
  };

  void find_resources();
  void add_directions(std::size_t part);
  Use use_of(const Resource& resource, const FlowLoads& loads) const;
  std::string name_of(const Resource& resource) const;
  /// What bounds call the I/Os that a traffic can have under way.
  std::string name_of_loop(std::size_t traffic) const;
  /// Bound of the traffic if nothing in the machine bounds it: its demand, or its I/Os under way.
  double most(std::size_t traffic) const;
  /// The value, to which the loads are set by `set`, at which the resource is full. `from`: any above 0.
  double full_at(const Resource& resource, FlowLoads& loads, const std::function<void(double)>& set, double from) const;
  /// Sets the rate of a traffic, and those of its chain that follow from it.
  void set_chain(FlowLoads& loads, std::size_t traffic, double rate) const;
  /// What all get; what holds back a traffic of a chain, and not the one before it, is kept.
  std::vector<double> share_out();
  /// The rate of the traffic at which the resource is full, the others at what is expected.
  double limit(const Resource& resource, std::size_t traffic) const;
  /// At which the traffic's loads are shown: what it asks for, or what is expected.
  double shown(std::size_t traffic) const { return asked_[traffic].value_or(expected(traffic)); }
  void add_resources();
  void add_closed_loops();
  void add_workloads();
  ResourceBound bound_of(const Resource& resource, std::size_t traffic) const;

  const Netlist& netlist_;
  PartShares taken_;  ///< of each part's time, by other workloads
  SharedSources shared_;
  TrafficChains chains_;
  BufferUse buffers_;
  FlowLoads loads_;
  std::vector<std::optional<double>> asked_;
  std::vector<double> expected_;
  std::vector<double> own_limit_;  ///< of what follows, where it is less than the one before it lets it have
  std::vector<std::optional<ClosedLoop>> loops_;
  std::vector<double> message_;  ///< bytes of a message of each traffic in the mean
  std::vector<Resource> all_;
  std::vector<ResourceBound> resources_;
  std::vector<WorkloadBound> workloads_;
};

}  // namespace isochron
