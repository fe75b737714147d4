// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_abilities.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// An outage that comes at random is one.
std::string ability_of(const std::string& kind) {
  return kind == "random" ? "down" : kind;
}

/// Whether what is asked of the part can fail with it, and whoever asks goes on.
bool can_fail_alone(std::size_t part, const Netlist& netlist) {
  return can(described_types().at(netlist.parts[part].type), "fail") && needs_answers_of(part, netlist) == nullptr &&
         !has_mixed_work(netlist);
}

bool ends_by_itself(const FlatFault& fault) {
  return (fault.kind == "random" || fault.options.lasts > 0) && fault.options.detect == 0;
}

/// Whether whoever waits for the part would wait for ever.
bool holds_up(std::size_t part, const FlatFault& fault, const Netlist& netlist) {
  const std::string ability = ability_of(fault.kind);
  const TypeInfo& type = described_types().at(netlist.parts[part].type);
  const auto found = std::find_if(type.faults.begin(), type.faults.end(),
                                  [&ability](const TypeInfo::FaultInfo& one) { return one.name == ability; });
  return found != type.faults.end() && found->must_end && !ends_by_itself(fault) && !can_fail_alone(part, netlist);
}

}  // namespace

bool can(const TypeInfo& type, const std::string& ability) {
  return ability == "set" ? !type.changeable.empty()
                          : std::any_of(type.faults.begin(), type.faults.end(),
                                        [&ability](const TypeInfo::FaultInfo& one) { return one.name == ability; });
}

const FlatPart* needs_answers_of(std::size_t part, const Netlist& netlist) {
  for (const FlatPart& other : netlist.parts)
    for (const auto& [port, called] : other.plan.calls)
      if (called.part == part && !other.config->hears_failures()) return &other;
  return nullptr;
}

bool has_mixed_work(const Netlist& netlist) {
  const bool parts_work = std::any_of(netlist.parts.begin(), netlist.parts.end(),
                                      [](const FlatPart& one) { return one.config->hears_failures(); });
  return !netlist.workloads.of<FlatTraffic>().empty() || (parts_work && !netlist.workloads.of<FlatJobs>().empty());
}

bool keeps_all(const FlatPart& part) {
  const TypeInfo& type = described_types().at(part.type);
  return std::any_of(type.faults.begin(), type.faults.end(),
                     [](const TypeInfo::FaultInfo& one) { return one.must_end; });
}

void require_ability(std::size_t number, const FlatFault& flat, const FaultDeclaration& fault, const Netlist& netlist) {
  const std::string ability = ability_of(fault.kind);
  const FlatPart& part = netlist.parts[number];
  const TypeInfo& type = described_types().at(part.type);
  if (holds_up(number, flat, netlist))
    throw InputError(fault.position,
                     fmt::format("`{}` is a `{}`, whose outage must end by itself: what waits for it cannot be told",
                                 part.path, part.type),
                     "Add `for: 1 s`, and no `detect`");
  if (can(type, ability)) return;
  std::vector<std::string> able;
  for (const auto& [name, other] : described_types())
    if (can(other, ability)) able.push_back(name);
  throw InputError(
      fault.on.front().position(),
      fmt::format("`{}` is a `{}`, which a fault with `{}` cannot strike", part.path, part.type, fault.kind),
      fmt::format("Name parts that it can: {}", fmt::join(able, ", ")));
}

}  // namespace isochron
