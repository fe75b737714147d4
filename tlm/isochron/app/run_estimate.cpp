// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/run_estimate.h>

#include <string>
#include <variant>

#include <isochron/scenario/instance_paths.h>

namespace isochron {

namespace {

/// "paper", "tlm" or "rtl": what the last setting for this part makes of it.
std::string implementation(const std::vector<InstanceSetting>& settings, const std::string& part) {
  std::string made = "paper";
  for (const InstanceSetting& setting : settings) {
    const InstanceAssignment& assignment = setting.assignment;
    const auto* const text = std::get_if<std::string>(&setting.value);
    if (text != nullptr && matches_instance(assignment.pattern + "." + assignment.path, part + ".impl")) made = *text;
  }
  return made;
}

}  // namespace

RunSize estimated_size(const ScenarioPoint& point, const Measure& measure) {
  HardwareParts parts;
  if (!point.instances.empty())
    for (const Topology::Part& part : point.machine->topology().parts) {
      const std::string made = implementation(point.instances, part.name);
      if (made == "tlm") ++parts.tlm;
      if (made == "rtl") ++parts.rtl;
    }
  return point.machine->size({measure.warm_up, measure.duration, measure.seed}, parts);
}

}  // namespace isochron
