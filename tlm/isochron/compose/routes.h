// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <isochron/compose/netlist.h>

namespace isochron {

/// Ways through a machine: from every input of a part to every endpoint by the fewest hops, ties by the order of the
/// connections. Where several are the shortest, way w takes the one with number w modulo their number. Ways behind
/// these are of routes that are forced (ViaRouter).
///
/// Endpoints whose last bus or switch is the same share all but their last hop, so work grows with the parts, not with
/// the square of the endpoints.
class Routes {
 public:
  /// `netlist` must outlive this.
  Routes(const Netlist& netlist, unsigned ways);

  /// The output by which what comes in at `input` of `part` leaves for `endpoint` by way `way`; nullopt: there is none.
  std::optional<PortRef> output(std::size_t part, const PortRef& input, std::uint32_t endpoint, unsigned way) const;
  /// The parts and outputs that a message passes from a source's output to its endpoint, the source first; empty: there
  /// is no way.
  struct Hop {
    std::size_t part = 0;
    PortRef output;  ///< of the last part, which has none: {0, 0}
    PortRef input;   ///< by which it comes to the part; of the source {0, 0}
  };
  std::vector<Hop> hops(std::size_t source, const PortRef& output, std::uint32_t endpoint, unsigned way) const;

  /// That are told apart where several are the shortest.
  unsigned ways() const { return ways_; }
  /// With those of forced routes.
  unsigned addressed_ways() const { return addressed_ways_; }
  /// What goes to `endpoint` by `way`, one behind ways(), leaves `part` by `output`.
  void force(std::size_t part, std::uint32_t endpoint, unsigned way, const PortRef& output);
  /// nullptr: nothing is forced there.
  const PortRef* forced(std::size_t part, std::uint32_t endpoint, unsigned way) const;

  /// Writes the routes of every part with several outputs into its plan.
  void store(Netlist& netlist) const;
  /// Outputs with buffers that wait for each other in a circle, under the routes that traffic uses; empty: none. As
  /// text: "a.link_out[0]".
  std::vector<std::string> deadlock() const;

  // What loads are worked out with: decisions, each the inputs of a part that lead to the same outputs, and groups of
  // endpoints, those that the same decisions are joined to.
  std::size_t decisions() const { return decisions_.size(); }
  std::size_t groups() const { return members_.size(); }
  std::size_t group_of(std::uint32_t endpoint) const { return group_of_[endpoint]; }
  const std::vector<std::uint32_t>& members(std::size_t group) const { return members_[group]; }
  std::size_t part_of(std::size_t decision) const { return decisions_[decision].part; }
  std::size_t decision_of(std::size_t part, const PortRef& input) const {
    return decisions_at_[part][input.group][input.index];
  }
  /// Hops to an endpoint of the group: 1 where one is next; `far` where there is no way.
  std::uint32_t distance(std::size_t decision, std::size_t group) const { return distance_[group][decision]; }
  static constexpr std::uint32_t far = ~std::uint32_t{0};
  /// The connection by which what goes to the group leaves, where it is further than one hop.
  const FlatConnection& next(std::size_t decision, std::size_t group, unsigned way) const;
  /// How many such connections there are side by side.
  std::size_t parallel(std::size_t decision, std::size_t group) const {
    return shortest(decision, distance_[group]).size();
  }
  std::uint32_t endpoint_of(std::size_t part) const { return endpoint_of_[part]; }
  std::size_t outputs_of(std::size_t decision) const { return decisions_[decision].outputs.size(); }
  /// Those of a part, one after another.
  std::vector<std::size_t> decisions_of(std::size_t part) const;

  using Distances = std::vector<std::uint32_t>;  ///< by decision
  /// Hops to the nearest of `goals`, at which they are `first`.
  Distances distances(const std::vector<std::size_t>& goals, std::uint32_t first) const;
  /// The output that brings nearer.
  PortRef nearer(std::size_t decision, const Distances& distances, unsigned way) const;
  /// The output for an endpoint where nothing is forced.
  std::optional<PortRef> shortest_way(std::size_t decision, std::uint32_t endpoint, unsigned way) const {
    return choose(decision, group_of_[endpoint], endpoint, way);
  }
  const Distances& distances_to(std::size_t group) const { return distance_[group]; }

 private:
  /// Inputs of a part that lead to the same outputs.
  struct Decision {
    std::size_t part;
    std::vector<PortRef> outputs;  ///< in the order in which they were joined
  };
  void find_decisions();
  void find_groups();
  /// The outputs of a decision, further than one hop, that bring nearer, in order.
  std::vector<PortRef> shortest(std::size_t decision, const Distances& distances) const;
  std::uint64_t place_of(std::size_t part, std::uint32_t endpoint) const {
    return std::uint64_t{part} * netlist_.endpoints.size() + endpoint;
  }
  std::optional<PortRef> choose(std::size_t decision, std::size_t group, std::uint32_t endpoint, unsigned way) const;

  const Netlist& netlist_;
  unsigned ways_;
  unsigned addressed_ways_;
  std::vector<Decision> decisions_;
  std::vector<std::vector<std::vector<std::size_t>>> decisions_at_;  ///< by part, group, index
  std::vector<std::vector<std::size_t>> before_;                     ///< decisions one hop before each
  // Groups of endpoints: those that the same decisions are joined to.
  std::vector<std::size_t> group_of_;                     ///< by endpoint
  std::vector<std::vector<std::size_t>> last_decisions_;  ///< by group
  std::vector<std::vector<std::uint32_t>> members_;       ///< by group
  std::vector<Distances> distance_;                       ///< by group
  std::vector<std::uint32_t> endpoint_of_;                ///< by part
  /// By part and endpoint: ways with their outputs.
  std::unordered_map<std::uint64_t, std::vector<std::pair<unsigned, PortRef>>> forced_;
};

}  // namespace isochron
