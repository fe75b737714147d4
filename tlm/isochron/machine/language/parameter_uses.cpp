// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_uses.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/language/disk_array_options.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

ParameterUses::ParameterUses(const MachineFile& file, const Netlist& netlist,
                             const std::vector<FaultDeclaration>& faults)
    : file_(file), netlist_(netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) parts_[netlist.parts[p].position.text()].push_back(p);
  Effects& uses = uses_[&file.machine];
  for (const BoundDeclaration& bound : file.bounds) {
    uses.add(bound.capacity);
    uses.add(bound.number);
    uses.add(bound.each);
    uses.add(bound.whole);
    uses.add(bound.when);
  }
  for (const std::optional<Expression>* const one :
       {&file.run.demand.formula, &file.run.demand.when, &file.run.events, &file.run.memory})
    uses.add(*one);
  add_body(file.machine, uses);
  for (const WorkloadKind* const kind : workload_kinds()) kind->add_uses(file, netlist, uses);
  for (const DiskArrayDeclaration& array : file.disk_arrays) {
    DiskArrayOptions options;
    const ParameterTable table = options.parameters();
    array.mttf_hours.add_names(uses.effective);
    array.repair_hours.add_names(uses.effective);
    uses.add(array.settings, &table, owner_of(array));
  }
  for (const ScopeStatisticDeclaration& one : file.statistics) one.formula.add_names(uses.effective);
  for (const MetricDeclaration& metric : file.metrics) {
    for (const auto& [name, limit] : metric.loop.variables) limit.add_names(uses.effective);
    uses.add(metric.loop.when);
    uses.add(metric.formula);
    for (const PatternTemplate& of : metric.of)
      for (const Expression& index : of.indices()) index.add_names(uses.effective);
  }
  for (const FaultDeclaration& fault : faults) {
    for (const PatternTemplate& on : fault.on)
      for (const Expression& index : on.indices()) index.add_names(uses.effective);
    for (const std::vector<Setting>* const settings : {&fault.settings, &fault.changes})
      for (const Setting& setting : *settings) uses.add(names_of(setting), "");
  }
  add_presets(file.machine, uses);
}

void ParameterUses::add_presets(const TypeDeclaration& machine, Effects& uses) {
  for (const PresetDeclaration& preset : machine.presets)
    for (const Setting& value : preset.values) {
      if (uses.effective.count(value.path) != 0) uses.effective.insert(preset.parameter);
      uses.idle.emplace(preset.parameter, "nothing that its presets set has an effect");
    }
}

std::string ParameterUses::why_idle(const std::string& parameter) const {
  const Effects& uses = uses_.at(&file_.machine);
  if (uses.effective.count(parameter) != 0) return {};
  if (const auto found = uses.idle.find(parameter); found != uses.idle.end()) return found->second;
  return ParameterStore(file_.machine, file_).table().find(parameter) != nullptr ? "nothing uses it" : "";
}

const Effects& ParameterUses::uses_of(const TypeDeclaration& type) {
  const auto [found, is_new] = uses_.try_emplace(&type);
  Effects& uses = found->second;
  if (!is_new) return uses;
  for (const PortDeclaration& port : type.ports) {
    uses.add(port.size);
    uses.add(port.inside);
  }
  add_body(type, uses);
  uses.known = true;
  return uses;
}

void ParameterUses::add_body(const TypeDeclaration& type, Effects& uses) {
  for (const auto& [name, value] : type.values) value.add_names(uses.effective);
  for (const CheckDeclaration& check : type.checks) check.require.add_names(uses.effective);
  for (const PartDeclaration& part : type.parts) {
    uses.add(part.when);
    uses.add(part.down);
    uses.add(part.chosen);
    for (const Expression& size : part.sizes) size.add_names(uses.effective);
    const TypeDeclaration* const composite = file_.type(part.type);
    if (composite == nullptr) {
      add_settings(part.settings, part.position, part.name, uses);
      continue;
    }
    const Effects* const inside = &uses_of(*composite);
    for (const Setting& setting : part.settings) {
      std::string why;
      if (inside->known && inside->effective.count(setting.path) == 0) {
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

void ParameterUses::add_connection(const ConnectionDeclaration& connection, Effects& uses) {
  for (const auto& [name, limit] : connection.loop.variables) limit.add_names(uses.effective);
  uses.add(connection.loop.when);
  uses.add(connection.from);
  uses.add(connection.to);
  for (const Setting& setting : connection.master) uses.add(names_of(setting), "");
  if (!connection.link) return;
  const LinkDeclaration& link = *connection.link;
  uses.add(link.name);
  add_settings(link.settings, link.name.position(), link.name.text(), uses);
}

void ParameterUses::add_settings(const std::vector<Setting>& settings, const SourcePosition& position,
                                 const std::string& name, Effects& uses) const {
  std::vector<std::set<std::string>> names;
  names.reserve(settings.size());
  for (const Setting& setting : settings) names.push_back(names_of(setting));
  std::vector<std::string> why(settings.size());
  if (const auto found = parts_.find(position.text()); found == parts_.end()) {
    for (std::size_t s = 0; s < settings.size(); ++s) why[s] = why_absent(settings[s], fmt::format("`{}`", name));
  } else {
    // Settings of which no part is known in which they have an effect, and with names of which that matters.
    std::vector<char> is_open(settings.size());
    for (std::size_t s = 0; s < settings.size(); ++s)
      is_open[s] = std::any_of(names[s].begin(), names[s].end(),
                               [&uses](const std::string& one) { return uses.effective.count(one) == 0; });
    for (const std::size_t part : found->second) {
      if (std::find(is_open.begin(), is_open.end(), 1) == is_open.end()) break;
      const FlatPart& one = netlist_.parts[part];
      const ParameterTable table = one.config->parameters();
      for (std::size_t s = 0; s < settings.size(); ++s) {
        if (!is_open[s]) continue;
        why[s] = why_uncounted(table, settings[s].path, fmt::format("a `{}`", one.type));
        is_open[s] = why[s].empty() ? 0 : 1;
      }
    }
  }
  for (std::size_t s = 0; s < settings.size(); ++s) uses.add(names[s], why[s]);
}

}  // namespace isochron
