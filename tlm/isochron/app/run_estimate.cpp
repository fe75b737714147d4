// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/run_estimate.h>

#include <string>
#include <variant>

#include <isochron/dma/block_mover.h>
#include <isochron/scenario/instance_paths.h>

namespace isochron {

namespace {

/// What the last setting of the choice at `path`, that of a part, says; empty: there is none.
std::string choice_of(const std::vector<InstanceSetting>& settings, const std::string& path) {
  std::string choice;
  for (const InstanceSetting& setting : settings) {
    const InstanceAssignment& assignment = setting.assignment;
    const auto* const text = std::get_if<std::string>(&setting.value);
    if (text != nullptr && matches_instance(assignment.pattern + "." + assignment.path, path)) choice = *text;
  }
  return choice;
}

}  // namespace

RunSize estimated_size(const ScenarioPoint& point, const Measure& measure) {
  HardwareParts parts;
  if (!point.instances.empty())
    for (const Topology::Part& part : point.topology().parts) {
      const std::string made = choice_of(point.instances, part.name + ".impl");
      const bool mover = part.type == BlockMover::type;
      if (!mover && made == "tlm") ++parts.tlm;
      if (made == "rtl") ++(mover ? parts.movers.rtl : parts.rtl);
      if (mover && made != "rtl" && choice_of(point.instances, part.name + ".timing") == "clocked") ++parts.movers.tlm;
    }
  return point.machine->size({measure.warm_up, measure.duration, measure.seed}, parts);
}

}  // namespace isochron
