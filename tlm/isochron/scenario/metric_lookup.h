// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/scenario/result.h>

namespace isochron {

/// A single number out of a result.
struct Figure {
  std::optional<double> value;       ///< none: it has no sample (nothing arrived), or it is an interval of one value
  std::optional<double> half_width;  ///< over the replications; none for one
  std::string unit;                  ///< SI
};

/// The percentiles that results have of a distribution: their names, and the fraction of the samples below them.
inline constexpr std::array<std::pair<const char*, double>, 5> percentile_fields{
    {{"p50", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}, {"p999", 0.999}}};

/// Fields of a metric for METRIC.FIELD; a `distribution` has percentiles too.
std::vector<std::string> figure_fields(bool distribution);

/// The name as results have it: "delay.p99.9" is "delay.p999".
std::string figure_name(const std::string& path);

/// Finds "raid.bandwidth.min", "raid.bandwidth" (its mean), "delay.p99", "node[0].raid[1].bandwidth" or
/// "performance.events_per_message". Nothing if there is no such figure; a figure without a value if there is one, and
/// nothing that it could be of.
std::optional<Figure> find_figure(const PointResult& point, const std::string& path);

/// The metrics of a point and their fields, for suggestions.
std::vector<std::string> figure_names(const PointResult& point);

/// Deterministic ratios of the effort, by their names in results: events_per_message, ...
std::vector<std::pair<std::string, double>> performance_ratios(const Performance& performance);

}  // namespace isochron
