// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_resolver.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/faults/failed_scopes.h>
#include <isochron/machine/faults/fault_abilities.h>
#include <isochron/machine/faults/loss_checks.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/rebuild_plan.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// A plain number for what has a unit is a part of the present value: 50 %.
bool is_relative(const Value& value, Quantity quantity) {
  const Number* const number = std::get_if<Number>(&value);
  return number != nullptr && number->dimension() == Dimension::plain && quantity != Quantity::flag &&
         quantity != Quantity::choice && dimension_of(quantity) != Dimension::plain;
}

std::uint64_t changed_value(const FlatPart& part, const Setting& setting, const Names& names) {
  const TypeInfo& type = described_types().at(part.type);
  const ParameterTable present = part.config->parameters();
  if (std::find(type.changeable.begin(), type.changeable.end(), setting.path) == type.changeable.end())
    throw InputError(setting.position,
                     fmt::format("`{}` of `{}`, a `{}`, cannot change during a run", setting.path.substr(0, 60),
                                 part.path, part.type),
                     suggestion(setting.path, type.changeable));
  const Parameter& now = *present.find(setting.path);
  if (setting.value) {
    const Value value = setting.value->evaluate(names);
    if (is_relative(value, now.quantity)) {
      const Number stored = Number::stored(std::get<std::uint64_t>(now.get()), now.quantity);
      const std::uint64_t changed = (stored * std::get<Number>(value)).to_stored(now.quantity);
      if (changed < now.min || changed > now.max)
        throw InputError(
            setting.position,
            fmt::format("`{}` of `{}` would be {}", setting.path, part.path, format_value(changed, now.quantity)),
            fmt::format("Valid is {}", format_range(now)));
      return changed;
    }
  }
  const std::unique_ptr<PartConfig> other = component_types().at(part.type).make();
  const ParameterTable table = other->parameters();
  for (const Parameter& parameter : present.all()) table.find(parameter.path)->set(parameter.get());
  apply_setting(setting, table, names, fmt::format("a `{}`", part.type));
  for (const ParameterProblem& problem : table.problems())
    if (problem.path == setting.path)
      throw InputError(setting.position, fmt::format("`{}` of `{}`: {}", setting.path, part.path, problem.message),
                       problem.remedy);
  return std::get<std::uint64_t>(table.find(setting.path)->get());
}

/// Links of the other direction, which the fault strikes too.
void add_backs(FlatFault& fault, const FaultDeclaration& declared, const LinkPairs& pairs, const Netlist& netlist) {
  const std::vector<std::size_t> there = fault.parts;
  for (const std::size_t part : there) {
    const std::string& path = netlist.parts[part].path;
    const std::optional<std::string> back = pairs.back_of(path);
    const auto found = std::find_if(netlist.parts.begin(), netlist.parts.end(),
                                    [&back](const FlatPart& one) { return back && one.path == *back; });
    if (found == netlist.parts.end())
      throw InputError(declared.position, fmt::format("`and_back`: no link is known that leads back beside `{}`", path),
                       R"(Add `pairs: {"link[a][b]": "link[b][a]"}` to the machine file, or name both links)");
    const auto number = static_cast<std::size_t>(found - netlist.parts.begin());
    if (std::find(fault.parts.begin(), fault.parts.end(), number) == fault.parts.end()) fault.parts.push_back(number);
  }
}

void require_sense(const FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  const auto has = [&declared](const char* path) {
    return std::any_of(declared.settings.begin(), declared.settings.end(),
                       [path](const Setting& one) { return one.path == path; });
  };
  for (const Setting& setting : declared.settings)
    if (setting.path.rfind("retry.", 0) == 0)
      for (const std::size_t part : fault.parts)
        if (keeps_all(netlist.parts[part]))
          throw InputError(setting.position,
                           fmt::format("`{}` is a `{}`, which loses nothing: `retry` has no effect on it",
                                       netlist.parts[part].path, netlist.parts[part].type),
                           "Remove `retry`");
  if (fault.kind != "random") return;
  for (const char* const path : {"mtbf", "repair"})
    if (!has(path))
      throw InputError(declared.position, fmt::format("a fault with `random` has no `{}`", path),
                       fmt::format("Add `{}: 20 h`", path));
}

/// A link has one way to send again, whichever fault says so.
void require_one_retry(const FlatFault& fault, const FaultDeclaration& declared, const std::vector<FlatFault>& before,
                       const Netlist& netlist) {
  const auto has = [](const FlatFault& one) { return one.options.retry.scheme != LinkRetry::Scheme::none; };
  if (!has(fault)) return;
  for (const FlatFault& other : before)
    for (const std::size_t part : other.parts)
      if (has(other) && !(other.options.retry == fault.options.retry) &&
          std::find(fault.parts.begin(), fault.parts.end(), part) != fault.parts.end())
        throw InputError(declared.position,
                         fmt::format("two faults give `{}` different ways to send again", netlist.parts[part].path),
                         "Give both the same `retry`, or one none");
}

/// Names of parameters that decide whether the machine has traffic that rebuilds, which it has not.
std::set<std::string> conditions_of_rebuilds(const MachineFile& file) {
  std::set<std::string> names;
  for (const TrafficDeclaration& traffic : file.workloads.of<TrafficDeclaration>())
    for (const Setting& setting : traffic.settings) {
      if (setting.path != "rebuild_bytes") continue;
      if (traffic.when) traffic.when->add_names(names);
      if (setting.value) setting.value->add_names(names);
    }
  return names;
}

void require_rebuild(const FlatFault& fault, const FaultDeclaration& declared, const MachineFile& file,
                     const Netlist& netlist) {
  const auto setting = std::find_if(declared.settings.begin(), declared.settings.end(),
                                    [](const Setting& one) { return one.path.rfind("rebuild.", 0) == 0; });
  if (setting == declared.settings.end()) return;
  const RebuildOptions& rebuild = fault.options.rebuild;
  const SourcePosition& position = setting->position;
  if (fault.options.back == 0)
    throw InputError(position, "a part that never returns is not rebuilt", "Add `back: 30 s`, when it returns");
  if (rebuild.rate == 0) throw InputError(position, "`rebuild` has no `rate`", "Add `rate: 10 MB/s`");
  if (rebuild.group > 0 && rebuild.policy == RebuildOptions::Policy::classical)
    throw InputError(position, "`group` goes with `policy: declustered` alone: else all survivors have a unit each",
                     "Take `group` out, or write `policy: declustered`");
  const std::vector<FlatTraffic>& all = netlist.workloads.of<FlatTraffic>();
  if (std::none_of(all.begin(), all.end(), [](const FlatTraffic& one) { return one.options.rebuild_bytes > 0; })) {
    const std::set<std::string> names = conditions_of_rebuilds(file);
    throw InputError(position, "how much there is to rebuild is not known",
                     names.empty() ? "Add traffic with `rebuild_bytes` to the machine file, or take `rebuild` out"
                                   : fmt::format("Set `{}`", fmt::join(names, "` and `")));
  }
  RebuildPlan(netlist, fault);
}

}  // namespace

std::vector<FlatFault> resolve_faults(const std::vector<FaultDeclaration>& faults, const MachineFile& file,
                                      const Names& parameters, const LinkPairs& pairs, const Netlist& netlist) {
  std::vector<FlatFault> flat;
  for (const FaultDeclaration& declared : faults) {
    FlatFault fault;
    fault.name = declared.name;
    fault.kind = declared.kind;
    fault.of_machine = declared.of_machine;
    const ParameterTable table = fault.options.parameters(declared.kind);
    for (const Setting& setting : declared.settings)
      apply_setting(setting, table, parameters, fmt::format("a fault with `{}`", declared.kind));
    for (const PatternTemplate& on : declared.on) fault.on.push_back({on.pattern(parameters), on.position()});
    if (fault.kind == "fail") {
      if (fault.options.back > 0 && fault.options.back <= fault.options.at)
        throw InputError(declared.position, "the part is back before it fails", "Let `back` be later than `at`");
      find_failed(fault, declared, netlist);
      fault.can_lose = can_lose(fault, netlist);
      require_work_that_can_be_lost(fault, declared, netlist);
      if (!fault.alone) require_rates(declared, netlist);
      require_rebuild(fault, declared, file, netlist);
      flat.push_back(std::move(fault));
      continue;
    }
    fault.parts = matching(netlist.parts, fault.on);
    require_sense(fault, declared, netlist);
    if (fault.options.and_back) add_backs(fault, declared, pairs, netlist);
    for (const std::size_t number : fault.parts) {
      const FlatPart& part = netlist.parts[number];
      require_ability(number, fault, declared, netlist);
      auto& changes = fault.changes.emplace_back();
      for (const Setting& change : declared.changes) changes[change.path] = changed_value(part, change, parameters);
    }
    fault.can_lose = can_lose(fault, netlist);
    require_work_that_can_be_lost(fault, declared, netlist);
    require_one_retry(fault, declared, flat, netlist);
    flat.push_back(std::move(fault));
  }
  return flat;
}

}  // namespace isochron
