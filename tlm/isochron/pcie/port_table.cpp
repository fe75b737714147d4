// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/port_table.h>

#include <stdexcept>
#include <string>
#include <utility>

#include <isochron/core/error.h>

namespace isochron {

void PortTable::resize(std::size_t endpoints, unsigned ways) {
  ports_.assign(endpoints * ways, none);
  ways_ = ways;
}

void PortTable::grow(unsigned ways) {
  const std::vector<std::uint8_t> before = std::move(ports_);
  const unsigned ways_before = ways_;
  resize(before.size() / ways_before, ways);
  for (std::size_t entry = 0; entry < before.size(); ++entry)
    ports_[entry / ways_before * ways + entry % ways_before] = before[entry];
}

void PortTable::set(std::uint32_t endpoint, unsigned way, unsigned port) {
  // Way and endpoint share an index: one too many of the one would be another of the other.
  if (way >= ways_ || port >= none)
    throw std::out_of_range("way " + std::to_string(way) + " by port " + std::to_string(port) + " of a table with " +
                            std::to_string(ways_) + " ways");
  ports_.at(std::size_t{endpoint} * ways_ + way) = static_cast<std::uint8_t>(port);
}

void PortTable::no_route(const EndpointAddress& address) {
  throw ModelError("no port leads to endpoint " + std::to_string(address.endpoint) + " by way " +
                   std::to_string(address.way));
}

}  // namespace isochron
