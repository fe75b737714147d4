// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// An edge of a machine's drawing; `from` and `to` are instance names.
struct TopologyEdge {
  std::string from;
  std::string to;
  std::string label;
};

/// A machine's parts as a drawing: instance names with their types, and what joins them.
struct Topology {
  struct Part {
    std::string name;
    std::string type;
  };
  std::vector<Part> parts;
  std::vector<TopologyEdge> edges;
};

/// Two ports that are joined, by their paths; or, with a label, two parts of which the one calls the other.
struct Connection {
  std::string from;
  std::string to;
  std::string label = {};
};

/// The drawing of parts and their connections. A link is the line between what it joins; lines both ways within a scope
/// are one; what is inside another part is drawn as that part. Throws std::logic_error for a connection of ports that
/// the types of their parts do not describe, or that do not fit.
Topology draw_topology(std::vector<Topology::Part> parts, const std::vector<Connection>& connections);

}  // namespace isochron
