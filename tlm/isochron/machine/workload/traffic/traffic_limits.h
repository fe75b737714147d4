// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/analyse/buffer_use.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/offered_traffic.h>
#include <isochron/machine/workload/traffic/shared_sources.h>
#include <isochron/machine/workload/traffic/traffic_chains.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// What holds traffics of a machine back, and how much each can get. A traffic is held back by the parts and buffers
/// that it passes and, if it is closed, by its I/Os under way; the others have meanwhile what they are expected to get.
/// Traffics that follow each other have as many I/Os, so that each is held back by what holds the others back too.
class TrafficLimits {
 public:
  /// What differs by no more than this part is equal: the same numbers, added up in another order.
  static constexpr double rounding = 1e-9;

  /// `taken`: of each part's time, by other workloads. `netlist` and `transits` must outlive this.
  TrafficLimits(const Netlist& netlist, const Transits& transits, const PartShares& taken, OfferedTraffic offered);

  /// Finds what each traffic gets beside the others. Until then each is expected to get what it asks for; with one
  /// traffic limits do not depend on it.
  void settle();

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
  const std::vector<Resource>& resources() const { return all_; }
  Use use_of(const Resource& resource, const FlowLoads& loads) const;
  std::string name_of(const Resource& resource) const;

  /// At the rates that are expected: what each traffic asks for. Where that is more than there is, and for traffic that
  /// asks for all it can get, what is left is shared message by message.
  const FlowLoads& loads() const { return loads_; }
  /// Bytes/s of a source of the traffic in the mean; infinite where nothing limits it.
  double expected(std::size_t traffic) const { return expected_[traffic]; }
  std::size_t traffics() const { return rates_.size(); }
  /// Some source of it can send.
  bool is_live(std::size_t traffic) const { return is_live_[traffic]; }
  /// Demand of a source; nullopt: all it can get.
  const std::optional<double>& asked(std::size_t traffic) const { return rates_[traffic].asked; }
  const std::optional<ClosedLoop>& loop(std::size_t traffic) const { return rates_[traffic].loop; }
  /// At which the traffic's loads are shown: what it asks for, or what is expected.
  double shown(std::size_t traffic) const { return asked(traffic).value_or(expected(traffic)); }
  const TrafficChains& chains() const { return chains_; }
  const BufferUse& buffers() const { return buffers_; }

  /// Sets the rate of a traffic, and those of its chain that follow from it.
  void set_chain(FlowLoads& loads, std::size_t traffic, double rate) const;
  /// The rate of the traffic at which the resource is full, the others at what is expected.
  double limit(const Resource& resource, std::size_t traffic) const;

  /// What holds a traffic back first.
  struct Tightest {
    double limit = std::numeric_limits<double>::infinity();  ///< bytes/s of a source; infinite: nothing does
    const Resource* resource = nullptr;
    std::optional<std::size_t> loop = {};  ///< the traffic whose I/Os under way do; nullopt: a resource does
  };
  Tightest tightest(std::size_t traffic) const;
  std::string name_of(const Tightest& tightest) const;
  /// What bounds call the I/Os that a traffic can have under way.
  std::string name_of_loop(std::size_t traffic) const;

 private:
  void find_resources();
  void add_directions(std::size_t part);
  /// Bound of the traffic if nothing in the machine bounds it: its demand, or its I/Os under way.
  double most(std::size_t traffic) const;
  /// The value, to which the loads are set by `set`, at which the resource is full. `from`: any above 0.
  double full_at(const Resource& resource, FlowLoads& loads, const std::function<void(double)>& set, double from) const;
  /// What all get; what holds back a traffic of a chain, and not the one before it, is kept.
  std::vector<double> share_out();
  /// Loads at which the traffic's limits are found: what it does not wait for is out of the way.
  FlowLoads loads_for(std::size_t traffic) const;
  double limit(const Resource& resource, std::size_t traffic, FlowLoads& loads) const;

  const Netlist& netlist_;
  PartShares taken_;  ///< of each part's time, by other workloads
  SharedSources shared_;
  TrafficChains chains_;
  BufferUse buffers_;
  FlowLoads loads_;
  std::vector<OfferedRate> rates_;
  std::vector<bool> is_live_;  ///< by traffic
  std::vector<double> expected_;
  std::vector<double> own_limit_;  ///< of what follows, where it is less than the one before it lets it have
  std::vector<Resource> all_;
};

}  // namespace isochron
