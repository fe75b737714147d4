// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/protocol/endpoint_address.h>

namespace isochron {

/// The station of a network by which messages to an endpoint of the machine leave it.
class StationTable {
 public:
  static constexpr unsigned none = ~0u;

  void set(std::uint32_t endpoint, unsigned way, unsigned station) {
    if (by_way_.size() <= way) by_way_.resize(way + 1);
    std::vector<unsigned>& stations = by_way_[way];
    if (stations.size() <= endpoint) stations.resize(endpoint + 1, none);
    stations[endpoint] = station;
  }
  /// `none`: no station leads there.
  unsigned station(const EndpointAddress& address) const {
    if (address.way >= by_way_.size() || address.endpoint >= by_way_[address.way].size()) return none;
    return by_way_[address.way][address.endpoint];
  }

 private:
  std::vector<std::vector<unsigned>> by_way_;  ///< then by endpoint
};

}  // namespace isochron
