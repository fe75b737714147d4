// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Ways through a machine: from every input of a part to every endpoint by the fewest hops, ties by the order of the
/// connections. Where several are the shortest, way w takes the one with number w modulo their number. Ways behind
/// these are of routes that are forced (ViaRouter).
///
/// Endpoints that are reached over the same hub, the last place where ways part, share all ways to it: behind the hub
/// each has a tail of its own, parts with one way on. So work and memory grow with the parts and the hubs, not with the
/// square of the endpoints. Where routes are forced nothing has a tail, since `via` may name its parts.
class Routes {
 public:
  /// `netlist` must outlive this. Throws InputError where there are too many ways.
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

  /// Ways that are told apart where several are the shortest.
  unsigned ways() const { return ways_; }
  /// With those of forced routes.
  unsigned addressed_ways() const { return addressed_ways_; }
  /// Traffic to `endpoint` by `way`, one behind ways(), leaves `part` by `output`.
  void force(std::size_t part, std::uint32_t endpoint, unsigned way, const PortRef& output);
  /// nullptr: nothing is forced there.
  const PortRef* forced(std::size_t part, std::uint32_t endpoint, unsigned way) const;
  /// Messages to `endpoint` by `way`, one behind ways(), go on by way `next` when they leave `part` by its output that
  /// changes addresses.
  void change(std::size_t part, std::uint32_t endpoint, unsigned way, unsigned next);
  /// The way by which they go on; nullopt: change() was not called for them.
  std::optional<unsigned> changed(std::size_t part, std::uint32_t endpoint, unsigned way) const;

  /// Writes into its plan where a part changes the way in an address.
  void store_address_changes(Netlist& netlist) const;
  /// Writes the routes of every part with several outputs into its plan.
  void store(Netlist& netlist) const;
  /// Outputs with buffers that wait for each other in a cycle, under the routes that traffic uses; empty: none. As
  /// text: "a.link_out[0]".
  std::vector<std::string> deadlock() const;

  // Loads are computed with decisions, each the inputs of a part that lead to the same outputs, and groups of
  // endpoints, those that are reached over the same hubs.
  std::size_t decisions() const { return decisions_.size(); }
  std::size_t groups() const { return members_.size(); }
  std::size_t group_of(std::uint32_t endpoint) const { return group_of_[endpoint]; }
  const std::vector<std::uint32_t>& members(std::size_t group) const { return members_[group]; }
  std::size_t part_of(std::size_t decision) const { return decisions_[decision].part; }
  std::size_t decision_of(std::size_t part, const PortRef& input) const {
    return decisions_at_[part][input.group][input.index];
  }
  /// Hops to a hub of the group and one: 1 at a hub; `far` where there is no way, and in a tail.
  std::uint32_t distance(std::size_t decision, std::size_t group) const;
  static constexpr std::uint32_t far = ~std::uint32_t{0};
  /// The decisions between the only hub and the endpoint, in order; empty: a hub hands to the endpoint.
  const std::vector<std::size_t>& tail(std::uint32_t endpoint) const { return tails_[endpoint]; }
  /// The endpoint that the decision is in the tail of; `far`: of none.
  std::uint32_t in_tail_of(std::size_t decision) const { return in_tail_of_[decision]; }
  bool reaches(std::size_t decision, std::uint32_t endpoint) const {
    return in_tail_of_[decision] == endpoint || distance(decision, group_of_[endpoint]) != far;
  }
  /// The connection by which what goes to the group leaves, where it is further than one hop.
  const FlatConnection& next(std::size_t decision, std::size_t group, unsigned way) const;
  /// How many such connections there are side by side.
  std::size_t parallel(std::size_t decision, std::size_t group) const { return shortest(decision, group).size(); }
  /// A hub's outputs for an endpoint.
  struct Entry {
    std::size_t hub = 0;
    PortRef output;
  };
  const std::vector<Entry>& entries(std::uint32_t endpoint) const { return entries_[endpoint]; }
  /// The first of each group that `endpoints` has.
  std::vector<std::uint32_t> one_of_each_group(const std::vector<std::uint32_t>& endpoints) const;
  std::uint32_t endpoint_of(std::size_t part) const { return endpoint_of_[part]; }
  std::size_t outputs_of(std::size_t decision) const { return decisions_[decision].outputs.size(); }
  /// Those of a part, one after another.
  std::vector<std::size_t> decisions_of(std::size_t part) const;

  using Distances = std::vector<std::uint32_t>;  ///< by decision
  /// Hops to the nearest of `goals`, at which they are `first`. `closed`: by part, those that let nothing pass; empty:
  /// all do.
  Distances distances(const std::vector<std::size_t>& goals, std::uint32_t first,
                      const std::vector<char>& closed = {}) const;
  /// The output that brings nearer.
  PortRef nearer(std::size_t decision, const Distances& distances, unsigned way) const;
  /// The output for an endpoint where nothing is forced.
  std::optional<PortRef> shortest_way(std::size_t decision, std::uint32_t endpoint, unsigned way) const;
  Distances distances_to(std::size_t group) const { return distances(hubs_[group], 1); }

 private:
  /// Inputs of a part that lead to the same outputs.
  struct Decision {
    std::size_t part;
    std::vector<PortRef> outputs;  ///< in the order in which they were joined
    std::vector<std::size_t> to;   ///< the decision behind each; `nowhere`: it is joined to nothing
  };
  static constexpr std::size_t nowhere = ~std::size_t{0};
  void find_decisions();
  void find_groups();
  void find_entries();
  /// The decisions that hand to one, or to an endpoint's part.
  std::vector<std::size_t> before(std::size_t decision) const;
  /// Cuts the tail of an endpoint off and returns its hubs.
  std::vector<std::size_t> find_tail(std::uint32_t endpoint);
  /// Decisions from which there is a way to `goals`, nearest first, with their distances in `reached_`.
  const std::vector<std::size_t>& reach(const std::vector<std::size_t>& goals, std::uint32_t first,
                                        const std::vector<char>& closed = {}) const;
  void find_ahead();
  void find_distances(const std::vector<std::size_t>& hubs);
  /// The outputs of a decision, further than one hop, that bring nearer, in order; until the next call.
  const std::vector<PortRef>& shortest(std::size_t decision, std::size_t group) const;
  std::uint64_t place_of(std::size_t part, std::uint32_t endpoint) const {
    return std::uint64_t{part} * netlist_.endpoints.size() + endpoint;
  }

  const Netlist& netlist_;
  unsigned ways_;
  unsigned addressed_ways_;
  bool has_tails_;  ///< nothing is forced
  std::vector<Decision> decisions_;
  std::vector<std::vector<std::vector<std::size_t>>> decisions_at_;  ///< by part, group, index
  std::vector<std::vector<std::size_t>> before_;                     ///< decisions one hop before each
  std::vector<std::uint32_t> in_tail_of_;                            ///< by decision
  std::vector<std::vector<std::size_t>> tails_;                      ///< by endpoint
  std::vector<std::vector<Entry>> entries_;                          ///< by endpoint
  std::vector<std::size_t> group_of_;                                ///< by endpoint
  std::vector<std::vector<std::size_t>> hubs_;                       ///< by group
  std::vector<std::vector<std::uint32_t>> members_;                  ///< by group
  /// Where the only way from a decision leads: over `links` decisions with one output to number `junction` of
  /// `junctions_`, which may be the decision itself; `far`: to none.
  struct Ahead {
    std::uint32_t junction = far;
    std::uint32_t links = 0;
  };
  /// Distances of a group from its first junction with a way to its last one.
  struct FromJunctions {
    std::uint32_t first = 0;
    Distances of;

    std::uint32_t at(std::uint32_t junction) const {
      return junction < first || junction - first >= of.size() ? far : of[junction - first];
    }
  };
  std::vector<std::size_t> junctions_;      ///< decisions that are hubs or have several outputs, in order
  std::vector<Ahead> ahead_;                ///< by decision
  std::vector<FromJunctions> distance_;     ///< by group; a decision is as far as what is ahead of it and the links
  std::vector<std::uint32_t> endpoint_of_;  ///< by part
  std::size_t reached_in_all_ = 0;          ///< decisions from which there is a way to a group, of all groups
  // The current search, by decision; and its order.
  mutable Distances reached_;
  mutable std::vector<std::size_t> order_;
  /// Of so many outputs those that bring nearer are found again each time, or they would take more memory than all
  /// else.
  static constexpr std::size_t few = 16;
  mutable std::vector<PortRef> few_;
  mutable std::vector<std::unordered_map<std::size_t, std::vector<PortRef>>> shortest_;  ///< by group: those known
  /// By part and endpoint: ways with their outputs.
  std::unordered_map<std::uint64_t, std::vector<std::pair<unsigned, PortRef>>> forced_;
  std::unordered_map<std::uint64_t, std::vector<std::pair<unsigned, unsigned>>> changed_;  ///< ways to ways
};

}  // namespace isochron
