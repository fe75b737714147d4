// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/instance_trial.h>

#include <map>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include <isochron/app/child_process.h>
#include <isochron/scenario/scenario_instances.h>

namespace isochron {

namespace {

/// As bytes: the name of a file need not be UTF-8.
std::string encode(const std::vector<IdleSetting>& settings) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [position, cause, remedy] : settings)
    list.push_back({position.file, position.line, position.column, cause, remedy});
  std::string bytes;
  nlohmann::json::to_cbor(list, bytes);
  return bytes;
}

std::vector<IdleSetting> decode(const std::string& bytes) {
  std::vector<IdleSetting> settings;
  for (const auto& one : nlohmann::json::from_cbor(bytes))
    settings.push_back({{one[0].get<std::string>(), one[1].get<int>(), one[2].get<int>()},
                        one[3].get<std::string>(),
                        one[4].get<std::string>()});
  return settings;
}

}  // namespace

std::vector<IdleSetting> try_instances(const std::vector<ScenarioPoint>& points) {
  std::map<std::string, std::pair<std::size_t, IdleSetting>> idle;  // at how many points
  std::size_t tried = 0;
  for (const ScenarioPoint& point : points) {
    if (point.instances.empty()) continue;
    ++tried;
    // A process each: SystemC keeps the processes and events of a machine that has gone.
    const std::string found = result_of_child(
        [&point](const auto&) {
          ScenarioInstances instances(point.instances);
          point.machine->probes(instances);
          instances.require_all_used();
          return encode(instances.idle());
        },
        "tries the instances");
    for (const IdleSetting& setting : decode(found)) {
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
