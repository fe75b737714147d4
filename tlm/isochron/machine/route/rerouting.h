// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/detours.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// Routes of a simulated machine around parts of which it is known that they have failed: Detours, which `explain
/// --fail` counts on too. Sources that sent by such a part write another way into their addresses from then on, and
/// their own one again once the part is back; what is under way keeps its route. A detour that no way leads along has a
/// way of its own, which the parts on it learn when it is first taken.
class Rerouting {
 public:
  /// Whether a fault will be known to others, who take another way then.
  static bool is_known(const FlatFault& fault) {
    const bool is_known = fault.options.detect > 0 || (fault.kind == "down" && fault.options.lasts == 0);
    return is_known && !fault.alone && (fault.kind == "down" || fault.kind == "random" || fault.kind == "fail");
  }
  /// Whether one of the machine's is.
  static bool is_needed(const Netlist& netlist);
  /// Of streams that an outage leaves without a way.
  static std::vector<Warning> warnings(const Netlist& netlist, const Routes& routes);
  /// Gives the sources of `netlist`, which outlives this, tables of ways of their own. Before its sources are planned.
  /// Throws InputError where there is too much to be followed.
  explicit Rerouting(Netlist& netlist);

  /// Finds the parts in the SystemC hierarchy, once they are built.
  void find_parts();
  /// These parts are known to have failed, and no others.
  void without(const std::vector<std::size_t>& parts);

 private:
  using Table = std::shared_ptr<std::vector<std::uint8_t>>;
  using Route = std::vector<Routes::Hop>;
  /// What a source sends to an endpoint by one of its ways.
  struct Flow {
    std::size_t source = 0;  ///< part
    Table table;             ///< the source's
    std::size_t entry = 0;   ///< in it
    std::uint32_t endpoint = 0;
    unsigned way = 0;              ///< as the traffic's policy has it
    std::uint8_t addressed = 0;    ///< the same in its addresses
    std::vector<PortRef> outputs;  ///< of the source
  };
  /// Outputs of a part for an endpoint, with the ways of detours that leave by them.
  using Outputs = std::vector<std::pair<unsigned, PortRef>>;

  void add_flows(FlatTraffic& traffic);
  /// Sends what goes to the endpoint around what has failed, if there is a way that all outputs can take.
  void send_around(Flow& flow);
  /// Whether way `way` leads there by these routes anyway.
  bool leads_along(const Flow& flow, const std::vector<Route>& routes, unsigned way) const;
  /// Whether a way of detours does, or can be made to.
  bool can_lead_along(const Flow& flow, const std::vector<Route>& routes, unsigned way) const;
  void lead_along(const Flow& flow, const std::vector<Route>& routes, unsigned way);
  bool has_choice(const Routes::Hop& hop) const;
  const PortRef* taken(std::size_t part, std::uint32_t endpoint, unsigned way) const;
  std::uint64_t place_of(std::size_t part, std::uint32_t endpoint) const {
    return std::uint64_t{part} * netlist_.endpoints.size() + endpoint;
  }

  const Netlist& netlist_;
  Routes routes_;
  Detours detours_;
  std::vector<Rerouted*> rerouted_;  ///< by part; nullptr: it has one way on, or none that changes
  std::vector<Flow> flows_;
  std::vector<std::vector<std::uint32_t>> crossing_;  ///< by part: flows that cross it, in order
  std::vector<std::uint32_t> detoured_;               ///< flows
  std::unordered_map<std::uint64_t, Outputs> taken_;  ///< by part and endpoint
};

}  // namespace isochron
