// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/idle_log.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/log.h>

namespace isochron {

void log_idle(const Simulation& simulation) {
  for (const IdleSetting& setting : simulation.idle()) log_warning(idle_text(setting));
}

std::string uncounted_text(const Simulation& simulation) {
  std::vector<std::string> settings;
  for (const ScenarioPoint& point : simulation.points())
    for (const std::string& setting : point.uncounted())
      if (std::find(settings.begin(), settings.end(), setting) == settings.end()) settings.push_back(setting);
  if (settings.empty()) return "";
  return fmt::format(
      "{}: set by instances and not in the bounds: {}. What the arithmetic says of `{}` is of its parameters alone",
      simulation.scenario().file, fmt::join(settings, ", "), simulation.scenario().system);
}

void log_uncounted(const Simulation& simulation) {
  if (const std::string text = uncounted_text(simulation); !text.empty()) log_warning(text);
}

}  // namespace isochron
