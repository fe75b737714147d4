// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <isochron/compose/destinations.h>
#include <isochron/compose/netlist.h>
#include <isochron/compose/routes.h>
#include <isochron/compose/transits.h>
#include <isochron/system/machine.h>

namespace isochron {

/// What traffic brings to the parts, by arithmetic: each source's rate, by the part of it that goes to each endpoint,
/// along its route.
struct FlowLoads {
  struct OfPart {
    double bytes = 0;     ///< a second
    double messages = 0;  ///< a second
    double goes_on = 0;   ///< bytes a second that a sink goes on with; the others stay, to be put together
  };
  std::vector<OfPart> parts;
  struct OfConnection {
    double arrives = 0;  ///< bytes a second that come by it to a part that is no sink
    // What leaves by it, but for the last connection of a route:
    double bytes = 0;     ///< a second
    double messages = 0;  ///< a second
    double coming = 0;    ///< seconds a second at least that its messages had taken to come to the part that they leave
  };
  std::vector<OfConnection> connections;
  std::uint64_t message = 0;  ///< Transits::message()
  double rate = 0;  ///< bytes/s of a source of the first traffic that has a rate: what bounds are expressed in
  bool asks_for_all = false;  ///< some traffic has no rate: it takes what there is
  double hops = 0;            ///< region events a second
  double messages = 0;        ///< a second, of all sources
};

FlowLoads flow_loads(const Netlist& netlist, const Routes& routes, const Transits& transits);

/// Bytes a second that a part can carry of what traffic brings it, in these shares of its inputs; nullopt: any number.
std::optional<double> carries_of(const Netlist& netlist, const FlowLoads& loads, std::size_t part);

/// Of each kind of part that has a capacity, the instance that traffic fills most.
std::vector<ResourceBound> bounds_of(const Netlist& netlist, const FlowLoads& loads);

/// The endpoints that each source of a traffic sends to.
class Endpoints {
 public:
  /// Both must outlive this.
  Endpoints(const Netlist& netlist, const FlatTraffic& traffic);

  /// Of source number `number`, in the order in which rotation takes them. Throws InputError where it cannot.
  const EndpointList& of(std::size_t number);
  /// Those of all that something of the source may go to.
  std::vector<std::uint32_t> used(std::size_t number);
  /// Of all sinks, from node to node: the first of each, then the second of each.
  EndpointList dealt() const;
  /// Of all sinks, in their order.
  const EndpointList& every() const { return all_; }

 private:
  /// Of nodes in turn, the source's own first.
  std::vector<std::uint32_t> by_node(const std::string& source, const std::vector<std::uint32_t>& others) const;

  const Netlist& netlist_;
  const FlatTraffic& traffic_;
  EndpointList all_;
  std::vector<std::string> nodes_;             ///< of the sinks
  std::map<std::string, EndpointList> known_;  ///< by node, or by source where each has an order of its own
};

}  // namespace isochron
