// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/parameter_origin.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace isochron {

namespace {

/// The preset that an unset parameter has its value from.
std::optional<Preset> preset_of(const ScenarioPoint& point, const Parameter& parameter) {
  if (point.origins.count(parameter.path) != 0 || !parameter.preset) return std::nullopt;
  return parameter.preset();
}

}  // namespace

std::string parameter_origin(const ScenarioPoint& point, const Parameter& parameter) {
  const auto found = point.origins.find(parameter.path);
  if (found == point.origins.end()) {
    const std::optional<Preset> preset = preset_of(point, parameter);
    return preset ? "preset " + preset->choice : "default";
  }
  const SourcePosition& position = found->second;
  return position.line == 0 ? position.file.text() : fmt::format("{}:{}", position.file.text(), position.line);
}

std::string parameter_source(const ScenarioPoint& point, const Parameter& parameter) {
  const std::optional<Preset> preset = preset_of(point, parameter);
  return preset && !preset->source.empty() ? preset->source : parameter.source;
}

std::vector<std::string> varied_values(const Simulation& simulation, const std::string& path) {
  std::vector<std::string> values;
  for (const ScenarioPoint& point : simulation.points())
    for (const VariedValue& varied : point.varied)
      if (varied.path == path && std::find(values.begin(), values.end(), varied.text) == values.end())
        values.push_back(varied.text);
  return values;
}

}  // namespace isochron
