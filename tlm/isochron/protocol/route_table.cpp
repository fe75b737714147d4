// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/route_table.h>

#include <stdexcept>
#include <string>
#include <utility>

#include <isochron/core/error.h>

namespace isochron {

void RouteTable::resize(std::size_t endpoints, unsigned ways) {
  ports_.assign(endpoints * ways, nullptr);
  ways_ = ways;
}

void RouteTable::grow(unsigned ways) {
  const std::vector<OutputPort*> before = std::move(ports_);
  const unsigned ways_before = ways_;
  resize(before.size() / ways_before, ways);
  for (std::size_t entry = 0; entry < before.size(); ++entry)
    ports_[entry / ways_before * ways + entry % ways_before] = before[entry];
}

void RouteTable::set(std::uint32_t endpoint, unsigned way, OutputPort& port) {
  // Way and endpoint share an index: one too many of the one would be another of the other.
  if (way >= ways_)
    throw std::out_of_range("way " + std::to_string(way) + " of a table with " + std::to_string(ways_) + " ways");
  ports_.at(std::size_t{endpoint} * ways_ + way) = &port;
}

void RouteTable::each_port(const std::function<void(OutputPort&)>& visit) const {
  for (OutputPort* const port : ports_)
    if (port != nullptr) visit(*port);
  for (OutputPort* const port : later_) visit(*port);
}

void RouteTable::no_route(const EndpointAddress& address) {
  throw ModelError("there is no route to endpoint " + std::to_string(address.endpoint) + " by way " +
                   std::to_string(address.way));
}

}  // namespace isochron
