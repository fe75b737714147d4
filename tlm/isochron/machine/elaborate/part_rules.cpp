// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_rules.h>

#include <algorithm>
#include <utility>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/part/part_types.h>

namespace isochron {

std::vector<StatisticInfo> shown_statistics(const StatisticPlace& place) {
  std::vector<StatisticInfo> shown;
  for (const StatisticInfo& one : place.statistics)
    if (one.unit == "1" && one.name != "messages") shown.push_back(one);
  return shown;
}

std::vector<MetricRule> part_rules(const std::vector<StatisticPlace>& places) {
  std::vector<MetricRule> rules;
  for (const StatisticPlace& place : places) {
    std::vector<StatisticInfo> statistics = shown_statistics(place);
    if (std::none_of(statistics.begin(), statistics.end(),
                     [](const StatisticInfo& one) { return one.name == "utilisation"; }))
      continue;
    const std::string metric = kind_of_path(place.path);
    const auto same =
        std::find_if(rules.begin(), rules.end(), [&metric](const MetricRule& rule) { return rule.metric == metric; });
    if (same == rules.end())
      rules.push_back({metric, {place.path}, std::move(statistics), true});
    else if (std::find(same->instances.begin(), same->instances.end(), place.path) == same->instances.end())
      same->instances.push_back(place.path);
  }
  return rules;
}

}  // namespace isochron
