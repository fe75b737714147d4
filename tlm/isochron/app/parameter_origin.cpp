// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/parameter_origin.h>

#include <algorithm>

#include <fmt/format.h>

namespace isochron {

std::string parameter_origin(const ScenarioPoint& point, const std::string& path) {
  const auto found = point.origins.find(path);
  if (found == point.origins.end()) return "default";
  const SourcePosition& position = found->second;
  return position.line == 0 ? position.file : fmt::format("{}:{}", position.file, position.line);
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
