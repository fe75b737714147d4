// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/compose/netlist.h>
#include <isochron/compose/routes.h>
#include <isochron/system/machine.h>

namespace isochron {

/// What traffic brings to the parts, by arithmetic: each source's rate, by the part of it that goes to each endpoint,
/// along its route.
struct FlowLoads {
  struct OfPart {
    double bytes = 0;                 ///< a second
    double messages = 0;              ///< a second
    std::vector<std::size_t> inputs;  ///< connections by which it comes
  };
  std::vector<OfPart> parts;
  double rate = 0;  ///< bytes/s of a source of the first traffic that has a rate: what bounds are expressed in
  bool asks_for_all = false;  ///< some traffic has no rate: it takes what there is
  double hops = 0;            ///< region events a second
  double messages = 0;        ///< a second, of all sources
};

FlowLoads flow_loads(const Netlist& netlist, const Routes& routes);

/// Of each kind of part that has a capacity, the instance that traffic fills most.
std::vector<ResourceBound> bounds_of(const Netlist& netlist, const FlowLoads& loads);

/// The message of a source's traffic, bytes.
std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);
std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);

/// The endpoints that source number `number` of the traffic sends to.
std::vector<std::uint32_t> endpoints_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);

/// The last index in a path: 3 of "node[1].raid[3]"; 0 where there is none.
unsigned last_index(const std::string& path);

}  // namespace isochron
