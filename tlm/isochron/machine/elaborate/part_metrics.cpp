// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_metrics.h>

#include <algorithm>
#include <utility>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/part/part_types.h>

namespace isochron {

std::vector<StatisticInfo> shown_statistics(const StatisticPlace& place) {
  std::vector<StatisticInfo> shown;
  for (const StatisticInfo& one : place.statistics)
    if (one.unit == "1" && one.name != "messages" && !one.distribution) shown.push_back(one);
  return shown;
}

std::vector<Metric> part_metrics(const std::vector<StatisticPlace>& places) {
  std::vector<Metric> metrics;
  for (const StatisticPlace& place : places) {
    const std::vector<StatisticInfo> statistics = shown_statistics(place);
    if (std::none_of(statistics.begin(), statistics.end(),
                     [](const StatisticInfo& one) { return one.name == "utilisation"; }))
      continue;
    const std::string kind = kind_of_path(place.path);
    // The first place of a kind says which statistics are metrics.
    const bool is_known = std::any_of(metrics.begin(), metrics.end(),
                                      [&kind](const Metric& one) { return one.info.name == kind + ".utilisation"; });
    for (const StatisticInfo& statistic : statistics) {
      const std::string name = kind + "." + statistic.name, path = place.path + "." + statistic.name;
      const auto same =
          std::find_if(metrics.begin(), metrics.end(), [&name](const Metric& one) { return one.info.name == name; });
      if (same == metrics.end()) {
        if (is_known) continue;
        metrics.push_back({statistic, Metric::Kind::spread, {}, {}, true});
        metrics.back().info.name = name;
        metrics.back().term.of.push_back(path);
      } else if (std::find(same->term.of.begin(), same->term.of.end(), path) == same->term.of.end()) {
        same->term.of.push_back(path);
      }
    }
  }
  return metrics;
}

}  // namespace isochron
