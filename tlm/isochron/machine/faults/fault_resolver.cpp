// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_resolver.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// An outage that comes at random is one.
std::string ability_of(const std::string& kind) {
  return kind == "random" ? "down" : kind;
}

bool can(const TypeInfo& type, const std::string& ability) {
  return ability == "set" ? !type.changeable.empty()
                          : std::any_of(type.faults.begin(), type.faults.end(),
                                        [&ability](const TypeInfo::FaultInfo& one) { return one.name == ability; });
}

/// Whether whoever waits for the part would wait for ever.
bool holds_up(const TypeInfo& type, const FlatFault& fault) {
  const std::string ability = ability_of(fault.kind);
  const auto found = std::find_if(type.faults.begin(), type.faults.end(),
                                  [&ability](const TypeInfo::FaultInfo& one) { return one.name == ability; });
  const bool ends = (fault.kind == "random" || fault.options.lasts > 0) && fault.options.detect == 0;
  return found != type.faults.end() && found->must_end && !ends;
}

void require_ability(const FlatPart& part, const FlatFault& flat, const FaultDeclaration& fault) {
  const std::string ability = ability_of(fault.kind);
  const TypeInfo& type = described_types().at(part.type);
  if (holds_up(type, flat))
    throw InputError(fault.position,
                     fmt::format("`{}` is a `{}`, whose outage must end by itself: what waits for it cannot be told",
                                 part.path, part.type),
                     "Add `for: 1 s`, and no `detect`");
  if (can(type, ability)) return;
  std::vector<std::string> able;
  for (const auto& [name, other] : described_types())
    if (can(other, ability)) able.push_back(name);
  throw InputError(
      fault.on.position(),
      fmt::format("`{}` is a `{}`, which a fault with `{}` cannot strike", part.path, part.type, fault.kind),
      fmt::format("Name parts that it can: {}", fmt::join(able, ", ")));
}

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
  apply_setting(setting, table, names, fmt::format("a `{}`", part.type));
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

void require_sense(const FlatFault& fault, const FaultDeclaration& declared) {
  const auto has = [&declared](const char* path) {
    return std::any_of(declared.settings.begin(), declared.settings.end(),
                       [path](const Setting& one) { return one.path == path; });
  };
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

/// Whether a message may be lost. What must end loses nothing.
bool can_lose(const FlatFault& fault, const Netlist& netlist) {
  const FaultOptions& options = fault.options;
  const auto keeps_all = [&netlist](std::size_t part) {
    const TypeInfo& type = described_types().at(netlist.parts[part].type);
    return std::any_of(type.faults.begin(), type.faults.end(),
                       [](const TypeInfo::FaultInfo& one) { return one.must_end; });
  };
  if (std::all_of(fault.parts.begin(), fault.parts.end(), keeps_all)) return false;
  const bool keeps = options.retry.scheme != LinkRetry::Scheme::none && options.retry.limit == 0;
  if (fault.kind == "bit_errors") return options.bit_errors > 0 && !keeps;
  if (fault.kind == "down") return !keeps || options.lasts == 0 || options.detect > 0;
  return fault.kind == "random" && (!keeps || options.detect > 0);
}

/// Whoever asks would wait for an answer for ever, and a job for its data.
void require_traffic_that_can_be_lost(const FlatFault& fault, const FaultDeclaration& declared,
                                      const Netlist& netlist) {
  if (!can_lose(fault, netlist)) return;
  const auto& all = netlist.workloads.of<FlatTraffic>();
  const bool only_pushes = !all.empty() && std::none_of(all.begin(), all.end(), [](const FlatTraffic& one) {
    return one.options.asks() || one.leader;
  });
  if (only_pushes) return;
  throw InputError(declared.position,
                   "the fault may lose messages, and the machine has work that none of may be lost: requests, jobs, or "
                   "traffic that follows another",
                   "Give it `retry` without `limit`, and an outage an end and no `detect`");
}

}  // namespace

std::vector<FlatFault> resolve_faults(const std::vector<FaultDeclaration>& faults, const Names& parameters,
                                      const LinkPairs& pairs, const Netlist& netlist) {
  std::vector<FlatFault> flat;
  for (const FaultDeclaration& declared : faults) {
    FlatFault fault;
    fault.name = declared.name;
    fault.kind = declared.kind;
    fault.of_machine = declared.of_machine;
    const ParameterTable table = fault.options.parameters(declared.kind);
    for (const Setting& setting : declared.settings)
      apply_setting(setting, table, parameters, fmt::format("a fault with `{}`", declared.kind));
    require_sense(fault, declared);
    fault.on = declared.on.pattern(parameters);
    fault.parts = matching(netlist.parts, PathPattern{fault.on, declared.on.position()});
    if (fault.options.and_back) add_backs(fault, declared, pairs, netlist);
    require_traffic_that_can_be_lost(fault, declared, netlist);
    for (const std::size_t number : fault.parts) {
      const FlatPart& part = netlist.parts[number];
      require_ability(part, fault, declared);
      auto& changes = fault.changes.emplace_back();
      for (const Setting& change : declared.changes) changes[change.path] = changed_value(part, change, parameters);
    }
    require_one_retry(fault, declared, flat, netlist);
    flat.push_back(std::move(fault));
  }
  return flat;
}

}  // namespace isochron
