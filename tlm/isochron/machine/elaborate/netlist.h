// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/traffic/traffic_options.h>
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
  std::string about;  ///< what it stands for, as the file says; or empty
  std::unique_ptr<PartConfig> config;
  std::vector<PortGroup> groups;
  PartPlan plan;
  /// By group and index: the connection there, or none.
  std::vector<std::vector<std::optional<std::size_t>>> joined;

  std::string port_name(const PortRef& port) const;
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
};

/// Parts of which a route passes one.
struct Waypoint {
  std::string pattern;
  SourcePosition position;
  std::vector<std::size_t> parts;
};

/// Parts of a traffic's routes that `via` forces.
struct ExplicitRoutes {
  static constexpr std::uint32_t unused = ~std::uint32_t{0};

  std::vector<Waypoint> waypoints;
  /// Each is waypoints in order; the first has none.
  std::vector<std::vector<std::uint32_t>> all;
  /// By source, endpoint and way: which of them; `unused`: nothing is sent there.
  std::vector<std::uint32_t> chosen;
};

/// By endpoint and way as its policy has it: the way in the address. Routes that `via` forces have ways of their own.
using WayTable = std::shared_ptr<const std::vector<std::uint8_t>>;

/// Traffic from sources to sinks, by their numbers.
struct FlatTraffic {
  const TrafficDeclaration* declaration = nullptr;
  std::string name;
  SourcePosition position;
  TrafficOptions options;
  Number rate;                         ///< of a source, bit/s, but for those of `share`; the mean where it is drawn
  std::vector<std::size_t> sources;    ///< parts
  std::vector<std::uint64_t> shares;   ///< of each source: how many have the rate together
  std::vector<std::size_t> sinks;      ///< parts
  std::vector<std::uint64_t> weights;  ///< by endpoint, 0 of what is no sink; none: sinks have no weights
  /// Number of each source among those that are asked, a failed node's included, and how many these are.
  std::vector<unsigned> places;
  unsigned asked_sources = 0;
  LostUnits lost_units;                                   ///< of each source's I/Os those that rebuild
  unsigned parts_of_unit = 0;                             ///< messages that make one of a lost unit
  std::shared_ptr<const ExplicitRoutes> explicit_routes;  ///< null: all routes are the shortest
  std::vector<WayTable> addressed_ways;                   ///< by source; none where no route is forced
  /// Each source has one of these, drawn by the weights; none: all have `rate`.
  std::vector<Number> rates;
  std::vector<std::uint64_t> rate_weights;
  std::shared_ptr<const IoSizes> sizes;  ///< of its I/Os; null: all have one size
  /// By source: what it asks for; none of traffic that is no trace.
  std::vector<std::shared_ptr<const std::vector<TracedIo>>> traces;
  bool trace_has_sinks = false;      ///< TracedIo::sink is a number in `sinks`
  std::uint64_t traced_bytes = 0;    ///< of all I/Os of its traces
  std::uint64_t largest_traced = 0;  ///< bytes of the largest
  Time last_traced = 0;              ///< when the last one is asked for, ps
};

/// Work that a part has of its own.
struct FlatWork {
  std::size_t part = 0;
  OwnWork work;
};

/// A machine as a list of parts and connections: what a machine file comes to with its parameters as they are.
struct Netlist final : PartGraph {
  std::vector<FlatPart> parts;
  std::vector<FlatConnection> connections;
  std::vector<FlatTraffic> traffic;
  std::vector<FlatJobs> jobs;
  std::vector<FlatWork> work;
  std::vector<std::size_t> endpoints;  ///< sinks, by endpoint
  std::vector<Warning> warnings;

  /// Where the output leads; nullptr where it is joined to nothing.
  const FlatConnection* behind(std::size_t part, const PortRef& output) const {
    const auto& connection = parts[part].joined[output.group][output.index];
    return connection ? &connections[*connection] : nullptr;
  }

  const std::string& path_of(std::size_t part) const override { return parts[part].path; }
  const PartConfig& config_of(std::size_t part) const override { return *parts[part].config; }
  const PartPlan& plan_of(std::size_t part) const override { return parts[part].plan; }
  bool is_joined(std::size_t part, const PortRef& port) const override;
  std::optional<PortOfPart> input_behind(std::size_t part, const PortRef& output) const override;
  /// An InputError.
  std::exception_ptr refusal(std::size_t part, const std::string& cause, const std::string& remedy) const override;
};

/// "node[2].raid[0]" as "node[*].raid[*]".
std::string with_stars(const std::string& path);
/// The same as "node.raid".
std::string kind_of_path(const std::string& path);

}  // namespace isochron
