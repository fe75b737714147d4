// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_uses.h>

#include <algorithm>

#include <fmt/format.h>

namespace isochron {

namespace {

void add(const std::optional<Expression>& expression, std::set<std::string>& names) {
  if (expression) expression->add_names(names);
}

void add(const PathTemplate& path, std::set<std::string>& names) {
  for (const PathTemplate::Segment& segment : path.segments())
    for (const Expression& index : segment.indices) index.add_names(names);
}

/// Names in a file's setting of a parameter or an option, including the items of a list.
std::set<std::string> names_of(const Setting& setting) {
  std::set<std::string> names;
  add(setting.value, names);
  for (const YamlNode& item : setting.raw.items)
    if (item.is_scalar()) Expression::parse(item.text, item.position).add_names(names);
  return names;
}

/// Why a parameter of `owner` does not count; empty: it does, or `table` has none.
std::string why_uncounted(const ParameterTable& table, const std::string& path, const std::string& owner) {
  const Parameter* const parameter = table.find(path);
  if (parameter == nullptr || parameter->counts()) return {};
  const auto missing = std::find_if(parameter->conditions.begin(), parameter->conditions.end(),
                                    [](const Condition& condition) { return !condition.holds(); });
  return fmt::format("it sets `{}` of {}, which counts with `{}: {}`", path, owner, missing->path, missing->values);
}

std::string why_absent(const Setting& setting, const std::string& owner) {
  return fmt::format("it sets `{}` of {}, which is not there", setting.path, owner);
}

}  // namespace

void ParameterUses::Uses::add(const std::set<std::string>& names, const std::string& why) {
  for (const std::string& name : names)
    if (why.empty())
      effective.insert(name);
    else
      idle.emplace(name, why);
}

ParameterUses::ParameterUses(const MachineFile& file, const Netlist& netlist) : file_(file), netlist_(netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) parts_[netlist.parts[p].position.text()].push_back(p);
  Uses& uses = uses_[&file.machine];
  add_body(file.machine, uses);
  add_traffic(uses);
  add_jobs(uses);
  for (const ScopeStatisticDeclaration& one : file.statistics) one.formula.add_names(uses.effective);
  for (const MetricDeclaration& metric : file.metrics) {
    for (const auto& [name, limit] : metric.loop.variables) limit.add_names(uses.effective);
    add(metric.loop.when, uses.effective);
    add(metric.formula, uses.effective);
    for (const PatternTemplate& of : metric.of)
      for (const Expression& index : of.indices()) index.add_names(uses.effective);
  }
}

std::string ParameterUses::why_idle(const std::string& parameter) const {
  const Uses& uses = uses_.at(&file_.machine);
  if (uses.effective.count(parameter) != 0) return {};
  if (const auto found = uses.idle.find(parameter); found != uses.idle.end()) return found->second;
  const auto& declared = file_.machine.parameters;
  const bool is_ours = std::any_of(declared.begin(), declared.end(),
                                   [&](const ParameterDeclaration& one) { return one.name == parameter; });
  return is_ours ? "nothing uses it" : "";
}

const ParameterUses::Uses& ParameterUses::uses_of(const TypeDeclaration& type) {
  const auto [found, is_new] = uses_.try_emplace(&type);
  Uses& uses = found->second;
  if (!is_new) return uses;
  for (const PortDeclaration& port : type.ports) {
    add(port.size, uses.effective);
    add(port.inside, uses.effective);
  }
  add_body(type, uses);
  uses.known = true;
  return uses;
}

void ParameterUses::add_body(const TypeDeclaration& type, Uses& uses) {
  for (const PartDeclaration& part : type.parts) {
    add(part.when, uses.effective);
    for (const Expression& size : part.sizes) size.add_names(uses.effective);
    const TypeDeclaration* const composite = file_.type(part.type);
    const Uses* const inside = composite == nullptr ? nullptr : &uses_of(*composite);
    for (const Setting& setting : part.settings) {
      std::string why;
      if (inside == nullptr) {
        why = why_idle(setting, part.position, part.name);
      } else if (inside->known && inside->effective.count(setting.path) == 0) {
        const auto found = inside->idle.find(setting.path);
        why = found != inside->idle.end()
                  ? found->second
                  : fmt::format("it sets `{}` of the type `{}`, where nothing uses it", setting.path, part.type);
      }
      uses.add(names_of(setting), why);
    }
  }
  for (const ConnectionDeclaration& connection : type.connections) add_connection(connection, uses);
}

void ParameterUses::add_connection(const ConnectionDeclaration& connection, Uses& uses) {
  for (const auto& [name, limit] : connection.loop.variables) limit.add_names(uses.effective);
  add(connection.loop.when, uses.effective);
  add(connection.from, uses.effective);
  add(connection.to, uses.effective);
  for (const Setting& setting : connection.master) uses.add(names_of(setting), "");
  if (!connection.link) return;
  const LinkDeclaration& link = *connection.link;
  add(link.name, uses.effective);
  for (const Setting& setting : link.settings)
    uses.add(names_of(setting), why_idle(setting, link.name.position(), link.name.text()));
}

void ParameterUses::add_traffic(Uses& uses) const {
  for (const TrafficDeclaration& declared : file_.traffic) {
    add(declared.when, uses.effective);
    const auto flat = std::find_if(netlist_.traffic.begin(), netlist_.traffic.end(),
                                   [&](const FlatTraffic& one) { return one.declaration == &declared; });
    const bool is_there = flat != netlist_.traffic.end();
    TrafficOptions options = is_there ? flat->options : TrafficOptions();
    const ParameterTable table = options.parameters();
    const std::string owner = fmt::format("the traffic `{}`", declared.name);
    for (const Setting& setting : declared.settings)
      uses.add(names_of(setting), is_there ? why_uncounted(table, setting.path, owner) : why_absent(setting, owner));
    for (const ViaDeclaration& via : declared.via) {
      add(via.when, uses.effective);
      for (const Expression& index : via.at.indices()) index.add_names(uses.effective);
    }
  }
}

void ParameterUses::add_jobs(Uses& uses) const {
  for (const JobDeclaration& declared : file_.jobs) {
    add(declared.when, uses.effective);
    const auto flat = std::find_if(netlist_.jobs.begin(), netlist_.jobs.end(),
                                   [&](const FlatJobs& one) { return one.declaration == &declared; });
    const bool is_there = flat != netlist_.jobs.end();
    JobOptions options = is_there ? flat->options : JobOptions();
    const ParameterTable table = options.parameters();
    const std::string owner = fmt::format("the jobs `{}`", declared.name);
    for (const Setting& setting : declared.settings)
      uses.add(names_of(setting), is_there ? why_uncounted(table, setting.path, owner) : why_absent(setting, owner));
    for (const auto& [name, value] : declared.values) value.add_names(uses.effective);
    for (const StepDeclaration& step : declared.steps) {
      add(step.at, uses.effective);
      if (step.to) add(*step.to, uses.effective);
      add(step.when, uses.effective);
      add(step.requests, uses.effective);
    }
  }
}

std::string ParameterUses::why_idle(const Setting& setting, const SourcePosition& position,
                                    const std::string& name) const {
  const auto found = parts_.find(position.text());
  if (found == parts_.end()) return why_absent(setting, fmt::format("`{}`", name));
  std::string why;
  for (const std::size_t part : found->second) {
    const FlatPart& one = netlist_.parts[part];
    why = why_uncounted(one.config->parameters(), setting.path, fmt::format("a `{}`", one.type));
    if (why.empty()) break;
  }
  return why;
}

}  // namespace isochron
