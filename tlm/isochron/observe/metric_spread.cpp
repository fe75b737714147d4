// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/metric_spread.h>

#include <utility>

namespace isochron {

MetricSpread::MetricSpread(ReplicationRecord& record, std::string metric, std::vector<std::string> statistics)
    : record_(record), metric_(std::move(metric)), statistics_(std::move(statistics)) {}

void MetricSpread::add(const std::string& path) {
  const auto part = record_.components.find(path);
  if (part == record_.components.end()) return;
  for (const std::string& statistic : statistics_) {
    const auto value = part->second.find(statistic);
    if (value != part->second.end()) spreads_[statistic].add(value->second);
  }
}

void MetricSpread::store(bool reported_only, bool bare) const {
  for (const std::string& statistic : statistics_) {
    const auto unit = record_.component_units.find(statistic);
    const auto spread = spreads_.find(statistic);
    if (reported_only && spread == spreads_.end()) continue;
    record_.metrics[bare ? metric_ : metric_ + "." + statistic] =
        (spread == spreads_.end() ? Spread() : spread->second)
            .sample(unit == record_.component_units.end() ? "1" : unit->second.c_str());
  }
}

}  // namespace isochron
