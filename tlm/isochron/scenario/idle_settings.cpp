// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/idle_settings.h>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <isochron/scenario/error_text.h>

namespace isochron {

namespace {

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

}  // namespace

std::string idle_text(const IdleSetting& setting) {
  return error_text(setting.position.text(), setting.cause, setting.remedy);
}

IdleSetting idle_setting(const SourcePosition& position, const std::string& name, const Parameter& parameter) {
  std::vector<std::string> missing, instead;
  for (const Condition& condition : parameter.conditions) {
    if (condition.holds()) continue;
    missing.push_back(condition.path + ": " + condition.values);
    instead.insert(instead.end(), condition.instead.begin(), condition.instead.end());
  }
  const std::string remedy = instead.empty() ? "leave it out"
                                             : fmt::format("leave it out; as the others stand {} {}", quoted(instead),
                                                           instead.size() == 1 ? "counts" : "count");
  return {position, fmt::format("`{}` has no effect: it counts with {}", name, quoted(missing)), remedy};
}

std::vector<IdleSetting> idle_settings(const std::vector<ScenarioPoint>& points, const MachineType& type) {
  const std::unique_ptr<MachineDescription> standard = type.make();
  const ParameterTable standards = standard->parameters();
  struct Found {
    bool counts = false;
    bool moved = false;
    IdleSetting setting;
  };
  std::map<std::string, Found> found;
  for (const ScenarioPoint& point : points) {
    const ParameterTable table = point.machine->parameters();
    for (const auto& [path, position] : point.origins) {
      const Parameter& parameter = *table.find(path);
      Found& entry = found[path];
      entry.moved = entry.moved || parameter.get() != standards.find(path)->get();
      if (!parameter.counts())
        entry.setting = idle_setting(position, path, parameter);
      else if (const std::string why = point.machine->why_idle(path); !why.empty())
        entry.setting = {position, fmt::format("`{}` has no effect: {}", path, why), "leave it out"};
      else
        entry.counts = true;
    }
  }
  std::vector<IdleSetting> idle;
  for (const auto& [path, entry] : found)
    if (!entry.counts && entry.moved) idle.push_back(entry.setting);
  return idle;
}

}  // namespace isochron
