// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/flow_resolver.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/elaborate/statistic_places.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Workloads put flows of their own into the results.
void require_own_name(const FlowDeclaration& flow, const MachineFile& file) {
  for (const WorkloadKind* const kind : workload_kinds()) {
    const std::vector<std::string> taken = kind->names(file);
    if (std::find(taken.begin(), taken.end(), flow.name) != taken.end())
      throw InputError(flow.position, fmt::format("the flow `{}` has the name of a workload", flow.name),
                       "Give it another name");
  }
}

/// Whether no part matches as the parameters are, and one would with others.
bool is_left_out(const MachineFile& file, const Netlist& netlist, const std::string& pattern) {
  const auto is_there = [&netlist](const std::string& part, const std::string&) {
    return std::any_of(netlist.parts.begin(), netlist.parts.end(),
                       [&part](const FlatPart& one) { return matches_path(part, one.path); });
  };
  // Something within a part counts nothing.
  return !is_there(pattern, "") && !for_each_split(pattern, is_there) && could_match(file, pattern);
}

void let_count(FlatPart& part, std::uint32_t number, const SourcePosition& position, Netlist& netlist) {
  FlatFlow& flow = netlist.flows[number];
  const char* const unit = part.config->flow_unit();
  if (unit == nullptr)
    throw InputError(
        position, fmt::format("`{}` is a `{}`, which counts nothing in a flow", part.path, part.type),
        fmt::format("Name parts that do: {}",
                    fmt::join(names_of_types([](const PartConfig& one) { return one.flow_unit() != nullptr; }), ", ")));
  if (part.plan.flow && *part.plan.flow != number)
    throw InputError(position,
                     fmt::format("`{}` counts in the flow `{}` already, and now in `{}`", part.path,
                                 netlist.flows[*part.plan.flow].name, flow.name),
                     "Take it out of one of them");
  if (!flow.unit.empty() && flow.unit != unit)
    throw InputError(position,
                     fmt::format("`{}` counts in the unit {}, and other parts of the flow `{}` in {}", part.path, unit,
                                 flow.name, flow.unit),
                     "Give parts with different units different flows");
  flow.unit = unit;
  part.plan.flow = number;
}

}  // namespace

void resolve_flows(const MachineFile& file, Netlist& netlist) {
  for (const FlowDeclaration& declared : file.flows) {
    require_own_name(declared, file);
    const auto number = static_cast<std::uint32_t>(netlist.flows.size());
    netlist.flows.push_back({declared.name, ""});
    for (const PathPattern& pattern : declared.of) {
      if (is_left_out(file, netlist, pattern.text)) continue;
      for (const std::size_t part : matching(netlist.parts, pattern))
        let_count(netlist.parts[part], number, pattern.position, netlist);
    }
    if (netlist.flows.back().unit.empty()) netlist.flows.pop_back();
  }
}

}  // namespace isochron
