// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>

namespace isochron {

/// Routes around parts that have failed, by the rules of Routes: the fewest hops among what is left, ties by the order
/// of the connections, way w the one with number w modulo their number.
class Detours {
 public:
  /// Nothing has failed. Both must outlive this.
  Detours(const Netlist& netlist, const Routes& routes);

  /// From now on these parts have failed, and no others. A part that calls one of them by a port can do nothing without
  /// it, and has failed too. Returns all.
  const std::vector<std::size_t>& fail(const std::vector<std::size_t>& parts);
  bool has_failed(std::size_t part) const { return has_failed_[part] != 0; }

  /// From an output of a source to an endpoint; empty: there is no way.
  std::vector<Routes::Hop> hops(std::size_t source, const PortRef& output, std::uint32_t endpoint, unsigned way);

 private:
  /// Hops from each decision to the endpoint.
  const Routes::Distances& distances_to(std::uint32_t endpoint);

  const Netlist& netlist_;
  const Routes& routes_;
  std::vector<std::vector<std::size_t>> callers_;  ///< by part
  std::vector<std::size_t> failed_;
  std::vector<char> has_failed_;  ///< by part
  /// By endpoint: as they are while failure number `of` lasts.
  struct Known {
    std::size_t of = 0;
    Routes::Distances distances;
  };
  std::vector<Known> known_;
  std::size_t number_ = 0;  ///< of the failure
};

}  // namespace isochron
