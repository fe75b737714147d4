// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// The nodes that the endpoints of a machine stand in: the first index of each one's path, "3" of "node[3].card[1]".
struct EndpointNodes {
  std::vector<std::uint32_t> of;
  std::uint32_t count = 1;  ///< the largest and one
};
std::shared_ptr<const EndpointNodes> endpoint_nodes(const Netlist& netlist);

/// Of a source by its number: null where no route of its traffic is forced.
WayTable way_table(const FlatTraffic& traffic, std::size_t number);

/// Which of parallel ways the messages of a source take.
class WayChoice {
 public:
  /// `path`: the source's.
  WayChoice(const TrafficOptions& options, const std::string& path, std::shared_ptr<const EndpointNodes> nodes,
            WayTable addressed = nullptr);

  /// To an endpoint; where messages take ways in turn, that of the first.
  unsigned to(std::uint32_t endpoint) const;
  /// The way in the address of what goes to an endpoint by `way`.
  unsigned addressed(std::uint32_t endpoint, unsigned way) const {
    return addressed_ == nullptr ? way : (*addressed_)[std::size_t{endpoint} * ways_ + way];
  }
  /// Messages take them in turn.
  bool in_turn() const { return way_of_ == TrafficOptions::WayOf::message; }
  unsigned ways() const { return ways_; }

 private:
  TrafficOptions::WayOf way_of_;
  unsigned ways_;
  unsigned place_;  ///< last index of the source's path
  std::uint32_t node_;
  std::shared_ptr<const EndpointNodes> nodes_;
  WayTable addressed_;
};

/// The first index in a path: 1 of "node[1].raid[3]"; 0 where there is none.
unsigned first_index(const std::string& path);
/// The last one.
unsigned last_index(const std::string& path);

}  // namespace isochron
