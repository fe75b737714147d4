// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/instance_trial.h>

#include <map>
#include <string>
#include <utility>

#include <isochron/app/child_process.h>
#include <isochron/scenario/pipe_codec.h>
#include <isochron/scenario/scenario_instances.h>

namespace isochron {

// The library of serialisation finds these by their names.

template <class Archive>
void serialize(Archive& archive, SourcePosition& position) {
  std::string file = position.file.text();
  archive(file, position.line, position.column);
  position.file = std::move(file);
}

template <class Archive>
void serialize(Archive& archive, IdleSetting& setting) {
  archive(setting.position, setting.cause, setting.remedy);
}

std::vector<IdleSetting> try_instances(const std::vector<ScenarioPoint>& points) {
  std::map<std::string, std::pair<std::size_t, IdleSetting>> idle;  // at how many points
  std::size_t tried = 0;
  for (const ScenarioPoint& point : points) {
    if (point.instances.empty()) continue;
    ++tried;
    // A process each: SystemC keeps the processes and events of a machine that has gone.
    const std::string found = result_of_child(
        [&point](const auto&) {
          point.machine->probes();
          point.overrides->require_all_used();
          return to_pipe(point.overrides->idle());
        },
        "tries the instances");
    for (const IdleSetting& setting : from_pipe<std::vector<IdleSetting>>(found)) {
      auto& [count, first] = idle[setting.position.text() + setting.cause];
      if (count++ == 0) first = setting;
    }
  }
  std::vector<IdleSetting> everywhere;
  for (const auto& [key, entry] : idle)
    if (entry.first == tried) everywhere.push_back(entry.second);
  return everywhere;
}

}  // namespace isochron
