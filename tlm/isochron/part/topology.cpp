// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/topology.h>

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// What a port speaks that speaks what its neighbour does.
constexpr const char* any = "any";

/// The protocols and roles of every type's ports.
class PortDirectory {
 public:
  const PortInfo& find(const std::string& type, const std::string& port) {
    std::map<std::string, PortInfo>& ports = ports_[type];
    if (ports.empty())
      for (const PortInfo& info : described_types().at(type).ports) ports[without_indices(info.name)] = info;
    const auto found = ports.find(without_indices(port));
    if (found == ports.end()) throw std::logic_error("a " + type + " has no port " + port);
    return found->second;
  }

 private:
  std::unordered_map<std::string, std::map<std::string, PortInfo>> ports_;
};

class Drawing {
 public:
  Drawing(std::vector<Topology::Part> parts, const std::vector<Connection>& connections) {
    types_.reserve(parts.size());
    for (const Topology::Part& part : parts) {
      const auto known = described_types().find(part.type);
      types_[part.name] = {part.type, known == described_types().end() ? nullptr : &known->second};
    }
    drawing_.parts = std::move(parts);
    for (const Connection& connection : connections) add(connection);
    merge_both_ways();
  }

  Topology take() { return std::move(drawing_); }

 private:
  struct End {
    std::string part;
    std::string port;
  };

  /// The outermost part that `path` is in, and what of it the path names.
  End owner(const std::string& path) const {
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
      if (types_.count(path.substr(0, dot)) != 0) return {path.substr(0, dot), path.substr(dot + 1)};
    throw std::logic_error("no part has the port " + path);
  }

  void add(const Connection& connection) {
    if (!connection.label.empty()) {
      draw(connection.from, connection.to, connection.label);
      return;
    }
    const End from = owner(connection.from), to = owner(connection.to);
    const std::string &from_type = types_.at(from.part).name, &to_type = types_.at(to.part).name;
    const PortInfo &begins = ports_.find(from_type, from.port), &ends = ports_.find(to_type, to.port);
    if (begins.role == "peer" && ends.role == "peer") {
      join_peers(from.part, to.part, begins.protocol == any ? ends.protocol : begins.protocol);
      return;
    }
    const bool fits =
        (begins.role == "initiator" && ends.role == "target") || (begins.role == "sender" && ends.role == "receiver");
    if (!fits) throw std::logic_error(connection.from + " cannot be joined to " + connection.to);
    if (is_line(to.part))
      links_[to.part] = {from.part, begins.protocol == any ? "link" : begins.protocol};
    else if (is_line(from.part))
      drawing_.edges.push_back({links_.at(from.part).part, to.part, links_.at(from.part).port});
    else if (begins.protocol != ends.protocol && begins.protocol != any && ends.protocol != any)
      throw std::logic_error(connection.from + " and " + connection.to + " speak different protocols");
    else
      draw(from.part, to.part, label(begins.protocol == any ? ends.protocol : begins.protocol, from_type, to_type));
  }

  bool is_line(const std::string& part) const { return types_.at(part).info->is_line; }

  /// One line for both directions. Of a link between peers the first connection says where it begins.
  void join_peers(const std::string& from, const std::string& to, const std::string& protocol) {
    for (const auto& [line, other] : {std::pair(to, from), std::pair(from, to)}) {
      if (!is_line(line)) continue;
      const auto [begun, is_new] = links_.try_emplace(line, End{other, protocol});
      if (!is_new) drawing_.edges.push_back({begun->second.part, other, protocol + both_ways});
      return;
    }
    drawing_.edges.push_back({from, to, protocol + both_ways});
  }

  /// A bus by its type: that says more than the protocol of all of them.
  static std::string label(const std::string& protocol, const std::string& from, const std::string& to) {
    for (const std::string& type : {from, to})
      if (described_types().at(type).kind == "bus") return type;
    return protocol;
  }

  /// Several ports that lead from one part to another are one edge.
  void draw(const std::string& from, const std::string& to, const std::string& label) {
    if (drawn_.emplace(from, to, label).second) drawing_.edges.push_back({from, to, label});
  }

  static std::string scope_of(const std::string& part) { return part.substr(0, part.rfind('.') + 1); }

  /// Within a scope: between scopes each has its own, so that nodes that are alike look alike.
  void merge_both_ways() {
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::size_t>> open;
    std::vector<TopologyEdge> merged;
    for (const TopologyEdge& edge : drawing_.edges) {
      std::vector<std::size_t>& back = open[{edge.to, edge.from, edge.label}];
      if (back.empty() || scope_of(edge.from) != scope_of(edge.to)) {
        open[{edge.from, edge.to, edge.label}].push_back(merged.size());
        merged.push_back(edge);
      } else {
        merged[back.back()].label += both_ways;
        back.pop_back();
      }
    }
    drawing_.edges = std::move(merged);
  }

  static constexpr const char* both_ways = ", both ways";

  Topology drawing_;
  struct Type {
    std::string name;
    const TypeInfo* info = nullptr;  ///< null: nobody describes it
  };
  std::unordered_map<std::string, Type> types_;  ///< by part
  std::unordered_map<std::string, End> links_;   ///< where each begins, and its protocol
  std::set<std::tuple<std::string, std::string, std::string>> drawn_;
  PortDirectory ports_;
};

}  // namespace

Topology draw_topology(std::vector<Topology::Part> parts, const std::vector<Connection>& connections) {
  return Drawing(std::move(parts), connections).take();
}

}  // namespace isochron
