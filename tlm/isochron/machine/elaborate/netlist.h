// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/flat_fold.h>
#include <isochron/machine/faults/flat_fault.h>
#include <isochron/machine/language/disk_array_options.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_config.h>
#include <isochron/part/part_graph.h>
#include <isochron/part/part_path.h>

namespace isochron {

/// A part of a machine, all names resolved.
struct FlatPart {
  std::string path;  ///< "node[0].raid[1]"
  std::string type;
  SourcePosition position;
  std::string about;                      ///< what it stands for, as the file says; or empty
  bool is_down = false;                   ///< it is built, and neither sends, nor is sent to, nor reports
  std::optional<std::uint32_t> resource;  ///< among Netlist::resources
  std::unique_ptr<PartConfig> config;
  // Parameters of a source, in bytes; nullopt: it has no such parameter.
  std::optional<std::uint64_t> io = {};
  std::optional<std::uint64_t> message = {};
  std::vector<PortGroup> groups;
  PartPlan plan;
  /// By group and index: the connection there, or none.
  std::vector<std::vector<std::optional<std::size_t>>> joined;

  /// "window[3]"; of a direction of a peer "port[0].tx".
  std::string port_name(const PortRef& port) const;
  /// As connections of the file name it: the same without the direction.
  std::string joined_name(const PortRef& port) const;
  /// Its type, and what it stands for; else what such a part is.
  std::string description() const;
};

/// Two ports that are joined, in the order of the file.
struct FlatConnection {
  std::size_t from = 0;  ///< part
  PortRef output;
  std::size_t to = 0;
  PortRef input;
  SourcePosition position;
  /// Of peers, which have two connections, one behind the other in the list: the one for the other direction.
  std::optional<std::size_t> back = {};
};

/// What bounds call parts that the machine file names so, and say of them.
struct NamedResource {
  std::string name;
  std::string about;                     ///< empty: what such a part is
  std::vector<std::string> within = {};  ///< patterns of what is within parts: "switch.in[*]"
};

/// A flow of the results that parts of the machine count in.
struct FlatFlow {
  std::string name;
  std::string unit;  ///< "B", or "1"
};

/// Arrays that have the same number of disks: how long they keep their data is computed outside simulated time.
struct FlatDiskArray {
  const DiskArrayDeclaration* declaration = nullptr;
  std::uint64_t arrays = 0;
  std::uint64_t disks = 0;  ///< of each array
  double mttf_hours = 0;    ///< of a disk
  double repair_hours = 0;  ///< of a disk
  DiskArrayOptions options;
};

/// A machine as a list of parts and connections: what a machine file comes to with its parameters as they are.
struct Netlist final : PartGraph {
  std::vector<FlatPart> parts;
  std::vector<FlatConnection> connections;
  TypedLists workloads;                  ///< of each kind
  std::vector<std::size_t> endpoints;    ///< sinks, by endpoint
  std::vector<NamedResource> resources;  ///< in the file's order
  std::vector<FlatFlow> flows;           ///< those with parts
  std::vector<FlatFault> faults;
  std::vector<FlatFold> folds;  ///< what can be computed instead of simulated
  std::vector<FlatDiskArray> disk_arrays;
  std::vector<Warning> warnings;

  /// Where the output leads; nullptr where it is joined to nothing.
  const FlatConnection* behind(std::size_t part, const PortRef& output) const {
    const auto& connection = parts[part].joined[output.group][output.index];
    return connection ? &connections[*connection] : nullptr;
  }

  /// What bounds call the part, or what is within it (".network.in"): as the file says, or its path without indices.
  std::string resource_name(std::size_t part, const std::string& within = "") const;
  /// What they say of it.
  std::string resource_text(std::size_t part, const std::string& within = "") const;

  const std::string& path_of(std::size_t part) const override { return parts[part].path; }
  const PartConfig& config_of(std::size_t part) const override { return *parts[part].config; }
  const PartPlan& plan_of(std::size_t part) const override { return parts[part].plan; }
  bool is_joined(std::size_t part, const PortRef& port) const override;
  std::optional<PortOfPart> input_behind(std::size_t part, const PortRef& output) const override;
  /// An InputError.
  std::exception_ptr refusal(std::size_t part, const std::string& cause, const std::string& remedy) const override;
};

/// Whether faults can lose messages of the machine.
inline bool can_lose(const Netlist& netlist) {
  for (const FlatFault& fault : netlist.faults)
    if (fault.can_lose) return true;
  return false;
}

/// "node[2].raid[0]" as "node[*].raid[*]".
std::string with_stars(const std::string& path);
/// The same as "node.raid".
std::string kind_of_path(const std::string& path);

}  // namespace isochron
