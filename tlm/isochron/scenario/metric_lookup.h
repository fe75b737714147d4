// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/scenario/result.h>

namespace isochron {

/// A single number out of a result.
struct Figure {
  double value = 0;
  std::string unit;  ///< empty when the result does not carry it (statistics of components)
};

/// Finds "raid.bandwidth.min", "raid.bandwidth" (its mean), "delay.p99", "node[0].raid[1].bandwidth" or
/// "performance.events_per_message". Nothing if there is no such figure, or it is not defined (a half width of one
/// replication).
std::optional<Figure> find_figure(const PointResult& point, const std::string& path);

/// The metrics of a point and their fields, for suggestions.
std::vector<std::string> figure_names(const PointResult& point);

/// Deterministic ratios of the effort, by their names in results: events_per_message, ...
std::vector<std::pair<std::string, double>> performance_ratios(const Performance& performance);

}  // namespace isochron
