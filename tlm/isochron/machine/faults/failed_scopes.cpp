// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/failed_scopes.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/faults/fault_abilities.h>
#include <isochron/part/failing_part.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Parts that fail by themselves, with all that is asked of them: disks, or those of a server, which answers nothing
/// more. False: there is none.
bool find_failed_alone(FlatFault& fault, const Netlist& netlist) {
  std::vector<std::size_t> found;
  for (const PathPattern& on : fault.on)
    for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
      const FlatPart& part = netlist.parts[p];
      if (!can(described_types().at(part.type), "fail")) continue;
      const bool is_named = matches_path(on.text, part.path);
      const std::string scope = is_named || has_mixed_work(netlist) ? "" : matching_scope(part.path, on.text);
      if (!is_named && scope.empty()) continue;
      if (!scope.empty()) fault.scopes.insert(scope);
      if (std::find(found.begin(), found.end(), p) == found.end()) found.push_back(p);
    }
  if (found.empty()) return false;
  for (const std::size_t p : found) {
    const FlatPart& part = netlist.parts[p];
    if (const FlatPart* const asker = needs_answers_of(p, netlist))
      throw InputError(fault.on.front().position,
                       fmt::format("`{}` cannot fail: `{}`, a `{}`, asks it and cannot go on without an answer",
                                   part.path, asker->path, asker->type),
                       fmt::format("Let it stand still for a time: down: \"{}\", for: 1 s", part.path));
    if (has_mixed_work(netlist))
      throw InputError(fault.on.front().position,
                       fmt::format("`{}` cannot fail in a machine with several kinds of work", part.path),
                       fmt::format("Let it stand still for a time: down: \"{}\", for: 1 s", part.path));
    fault.scopes.insert(part.path);
  }
  fault.alone = true;
  fault.parts = fault.failed = std::move(found);
  std::sort(fault.parts.begin(), fault.parts.end());
  fault.changes.resize(fault.parts.size());
  return true;
}

/// Scopes that some part of the machine lets fail: storage units, by what tells their coordinator. False: there is
/// none.
bool find_failed_by_others(FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  for (const PathPattern& on : fault.on)
    for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
      const auto* const failing = netlist.parts[p].config->as<FailingPart>();
      if (failing == nullptr) continue;
      for (const auto& [port, called] : netlist.parts[p].plan.calls) {
        const std::string place = failing->failure_place(port);
        const std::string& path = netlist.parts[called.part].path;
        const std::string scope = matches_path(on.text, path) ? path : matching_scope(path, on.text);
        if (place.empty() || scope.empty() || !fault.scopes.insert(scope).second) continue;
        fault.parts.push_back(p);
        fault.places.push_back(place);
      }
    }
  if (fault.parts.empty()) return false;
  const FaultOptions& options = fault.options;
  if (options.back > 0 && options.back <= options.at + options.detect)
    throw InputError(declared.position,
                     fmt::format("`{}` is back before anybody knows that it has failed", *fault.scopes.begin()),
                     "Let `back` be later than `at` and `detect` together");
  fault.alone = true;
  fault.changes.resize(fault.parts.size());
  return true;
}

}  // namespace

void find_failed(FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  // A storage unit has disks, and is told of as a whole.
  if (find_failed_by_others(fault, declared, netlist) || find_failed_alone(fault, netlist)) return;
  std::vector<bool> inside(netlist.parts.size());
  for (const PathPattern& on : fault.on) {
    bool found = false;
    for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
      const FlatPart& part = netlist.parts[p];
      const std::string scope = matches_path(on.text, part.path) ? part.path : matching_scope(part.path, on.text);
      if (scope.empty()) continue;
      found = true;
      if (part.is_down)
        throw InputError(on.position, fmt::format("`{}` is down from the start", scope), "Let another part fail");
      if (inside[p]) continue;
      inside[p] = true;
      fault.scopes.insert(scope);
      fault.failed.push_back(p);
    }
    if (!found)
      throw InputError(on.position, fmt::format("no part is in `{}`", on.text.substr(0, 80)),
                       "Write the path of a part, or of what holds several: fail: \"node[0]\"");
  }
  for (const FlatConnection& one : netlist.connections) {
    if (inside[one.from] == inside[one.to]) continue;
    const auto is_faulty = [&netlist](std::size_t part) {
      const PartConfig& config = *netlist.parts[part].config;
      return (is_link(config) || is_link_of_peers(config)) &&
             can(described_types().at(netlist.parts[part].type), "down");
    };
    const std::size_t outer = inside[one.from] ? one.to : one.from, inner = inside[one.from] ? one.from : one.to;
    const std::size_t link = is_faulty(inner) ? inner : outer;
    if (!is_faulty(link))
      throw InputError(fault.on.front().position,
                       fmt::format("`{}` and `{}` are joined without a link that can fail", netlist.parts[inner].path,
                                   netlist.parts[outer].path),
                       "Let a part fail that only links join to the rest");
    if (std::find(fault.parts.begin(), fault.parts.end(), link) == fault.parts.end()) fault.parts.push_back(link);
  }
  std::sort(fault.parts.begin(), fault.parts.end());
  fault.changes.resize(fault.parts.size());
}

}  // namespace isochron
