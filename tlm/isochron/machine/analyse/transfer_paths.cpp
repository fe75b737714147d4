// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/transfer_paths.h>

#include <fmt/format.h>

#include <isochron/part/interconnect.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Interconnects in a row: more than anybody builds.
constexpr std::size_t most_hops = 32;

bool search(const Netlist& netlist, std::size_t part, const PortRef& output, std::size_t goal, TransferPath& path) {
  const FlatConnection* const next = netlist.behind(part, output);
  if (next == nullptr) return false;
  path.end = next->to;
  if (next->to == goal) return true;
  const FlatPart& interconnect = netlist.parts[next->to];
  if (interconnect.config->as<Interconnect>() == nullptr || path.hops.size() == most_hops) return false;
  for (const PortRef& way : interconnect.config->ways_from(next->input, interconnect.plan)) {
    path.hops.push_back({next->to, next->input, way});
    if (search(netlist, next->to, way, goal, path)) return true;
    path.hops.pop_back();
  }
  return false;
}

}  // namespace

std::optional<TransferPath> path_to_target(const Netlist& netlist, std::size_t part, const PortRef& output,
                                           bool write) {
  TransferPath path;
  const FlatConnection* next = netlist.behind(part, output);
  for (; next != nullptr; next = netlist.behind(path.hops.back().part, path.hops.back().output)) {
    const FlatPart& to = netlist.parts[next->to];
    const Interconnect* const interconnect = to.config->as<Interconnect>();
    if (interconnect == nullptr) {
      path.end = next->to;
      return path;
    }
    const std::optional<PortRef> way = interconnect->way_of(next->input, write);
    if (!way) return std::nullopt;
    if (path.hops.size() == most_hops)
      throw InputError(to.position, fmt::format("`{}` leads to itself over other buses", to.path),
                       "Take one of the connections between them out");
    const std::size_t windows = to.joined[way->group].size();
    if (way->index >= windows)
      throw InputError(next->position,
                       fmt::format("`{}` has {} windows, there is no number {}", to.path, windows, way->index),
                       "Name another `window` or `read_window` in `master`, or connect this one");
    path.hops.push_back({next->to, next->input, *way});
  }
  return std::nullopt;
}

std::optional<TransferPath> path_to_part(const Netlist& netlist, std::size_t part, const PortRef& output,
                                         std::size_t goal) {
  TransferPath path;
  if (!search(netlist, part, output, goal, path)) return std::nullopt;
  return path;
}

}  // namespace isochron
