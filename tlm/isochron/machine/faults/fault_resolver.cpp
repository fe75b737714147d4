// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/fault_resolver.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/rebuild_plan.h>
#include <isochron/part/failing_part.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>
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

/// The part that asks `part` for something and cannot go on without an answer; null: there is none. Jobs always can.
const FlatPart* needs_answers_of(std::size_t part, const Netlist& netlist) {
  for (const FlatPart& other : netlist.parts)
    for (const auto& [port, called] : other.plan.calls)
      if (called.part == part && !other.config->hears_failures()) return &other;
  return nullptr;
}

/// Whether other work than jobs alone, or than of the parts that ask for something, would hear what is lost of it.
bool has_mixed_work(const Netlist& netlist) {
  const bool parts_work = std::any_of(netlist.parts.begin(), netlist.parts.end(),
                                      [](const FlatPart& one) { return one.config->hears_failures(); });
  return !netlist.workloads.of<FlatTraffic>().empty() || (parts_work && !netlist.workloads.of<FlatJobs>().empty());
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

/// What must end loses nothing. Of what can fail alone, whoever asked for it goes on without what is lost.
bool keeps_all(const FlatPart& part) {
  const TypeInfo& type = described_types().at(part.type);
  return std::any_of(type.faults.begin(), type.faults.end(),
                     [](const TypeInfo::FaultInfo& one) { return one.must_end; });
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

/// Whether a message may be lost.
bool can_lose(const FlatFault& fault, const Netlist& netlist) {
  if (fault.kind == "fail") return !fault.alone;
  const FaultOptions& options = fault.options;
  if (std::all_of(fault.parts.begin(), fault.parts.end(),
                  [&netlist](std::size_t part) { return keeps_all(netlist.parts[part]); }))
    return false;
  const bool keeps = options.retry.scheme != LinkRetry::Scheme::none && options.retry.limit == 0;
  if (fault.kind == "bit_errors") return options.bit_errors > 0 && !keeps;
  if (fault.kind == "down") return !keeps || options.lasts == 0 || options.detect > 0;
  return fault.kind == "random" && (!keeps || options.detect > 0);
}

/// Whether what is lost can be requests of this part, or answers to it: it fails, or somebody who answers it, or what
/// carries messages between others.
bool can_lose_requests_of(const FlatTraffic& traffic, std::size_t part, const FlatFault& fault,
                          const Netlist& netlist) {
  if (fault.kind != "fail") return true;
  return std::any_of(fault.failed.begin(), fault.failed.end(), [&](std::size_t failed) {
    const bool answers =
        std::any_of(traffic.sinks.begin(), traffic.sinks.end(), [failed](const auto& sink) { return sink == failed; });
    return failed == part || answers || !netlist.parts[failed].config->is_endpoint();
  });
}

/// A job would wait for its data for ever, and so would who asks and never gives up.
void require_work_that_can_be_lost(const FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  if (!fault.can_lose) return;
  constexpr const char* remedy = "Give it `retry` without `limit`, and an outage an end and no `detect`";
  if (netlist.workloads.of<FlatTraffic>().empty())
    throw InputError(declared.position, "the fault may lose messages, and jobs cannot do without any of theirs",
                     remedy);
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    if (!traffic.options.asks()) continue;
    for (const std::size_t source : traffic.sources) {
      const FlatPart& part = netlist.parts[source];
      if (part.config->as<RequesterPart>()->asks_again() || !can_lose_requests_of(traffic, source, fault, netlist))
        continue;
      throw InputError(
          declared.position,
          fmt::format("the fault may lose requests of `{}`, and a `{}` never asks again", part.path, part.type),
          fault.kind == "fail" ? "Let parts fail that neither are among those who ask and answer there, "
                                 "nor carry their messages"
                               : remedy);
    }
  }
}

/// A part that fails by itself, with all that is asked of it: a disk. False: there is none.
bool resolve_failure_alone(FlatFault& fault, const Netlist& netlist) {
  std::vector<std::size_t> found;
  for (const PathPattern& on : fault.on)
    for (std::size_t p = 0; p < netlist.parts.size(); ++p)
      if (matches_path(on.text, netlist.parts[p].path) && can(described_types().at(netlist.parts[p].type), "fail") &&
          std::find(found.begin(), found.end(), p) == found.end())
        found.push_back(p);
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
bool resolve_failure_by_others(FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
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

/// The parts below the scopes that match, and the links between them and others, which fail with them.
void resolve_failure(FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  if (resolve_failure_alone(fault, netlist) || resolve_failure_by_others(fault, declared, netlist)) return;
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

/// Sources that fail, or take over what others did, are known where they have a rate, or ask when they are answered.
void require_rates(const FaultDeclaration& declared, const Netlist& netlist) {
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    using Arrivals = SourceLoad::Arrivals;
    const Arrivals arrivals = traffic.options.arrivals;
    const bool waits = traffic.options.asks() && (arrivals == Arrivals::closed || arrivals == Arrivals::following);
    const bool has_rate = arrivals == Arrivals::constant || arrivals == Arrivals::poisson || waits;
    if (has_rate && traffic.options.ios == 0) continue;
    throw InputError(declared.position,
                     fmt::format("what a failure leaves of the traffic `{}` is not known: it {}", traffic.name,
                                 has_rate ? "ends" : "has no rate"),
                     has_rate ? "Remove `ios` of the traffic, or the fault"
                              : "Give the traffic `arrivals: constant` or `poisson`, requests also `closed` or "
                                "`following`, or remove the fault");
  }
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
      resolve_failure(fault, declared, netlist);
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
