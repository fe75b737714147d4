// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/metric_lookup.h>

#include <fmt/format.h>

#include <isochron/part/part_path.h>

namespace isochron {

namespace {

std::optional<Figure> field_of(const MetricResult& metric, const std::string& field) {
  std::optional<double> half_width;
  if (const auto found = metric.half_widths.find(field); found != metric.half_widths.end()) half_width = found->second;
  if (field == "mean") return Figure{metric.mean, metric.half_width, metric.unit};
  if (field == "min") return Figure{metric.min, half_width, metric.unit};
  if (field == "max") return Figure{metric.max, half_width, metric.unit};
  if (field == "n") return Figure{static_cast<double>(metric.n), std::nullopt, "1"};
  if (field == "half_width") return Figure{metric.half_width, std::nullopt, metric.unit};
  const auto found = metric.percentiles.find(field);
  if (found != metric.percentiles.end()) return Figure{found->second, half_width, metric.unit};
  return std::nullopt;
}

double ratio(std::uint64_t count, std::uint64_t messages) {
  return messages == 0 ? 0 : static_cast<double>(count) / static_cast<double>(messages);
}

bool all_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

std::vector<std::string> figure_fields(bool distribution) {
  std::vector<std::string> fields{"mean", "min", "max", "half_width", "n"};
  if (distribution)
    for (const auto& [name, fraction] : percentile_fields) {
      static_cast<void>(fraction);
      fields.emplace_back(name);
    }
  return fields;
}

std::string figure_name(const std::string& path) {
  const std::size_t last = path.rfind('.');
  if (last == std::string::npos || last == 0) return path;
  const std::size_t before = path.rfind('.', last - 1);
  if (before == std::string::npos || path[before + 1] != 'p') return path;
  const std::string whole = path.substr(before + 2, last - before - 2), broken = path.substr(last + 1);
  return all_digits(whole) && all_digits(broken) ? path.substr(0, last) + broken : path;
}

std::vector<std::pair<std::string, double>> performance_ratios(const Performance& performance) {
  return {{"events_per_message", ratio(performance.events, performance.messages)},
          {"kernel_notifications_per_message", ratio(performance.kernel_notifications, performance.messages)},
          {"deltas_per_message", ratio(performance.deltas, performance.messages)}};
}

std::optional<Figure> find_figure(const PointResult& point, const std::string& named) {
  const std::string path = figure_name(named);
  const auto whole = point.metrics.find(path);
  if (whole != point.metrics.end()) return field_of(whole->second, "mean");
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string name = path.substr(0, dot);
  const std::string field = path.substr(dot + 1);
  const auto metric = point.metrics.find(name);
  if (metric != point.metrics.end()) return field_of(metric->second, field);
  if (name == "performance") {
    for (const auto& [ratio_name, value] : performance_ratios(point.performance))
      if (ratio_name == field) return Figure{value, std::nullopt, "1"};
    return std::nullopt;
  }
  std::optional<Figure> found;
  for_each_split(path, [&](const std::string& part, const std::string& statistic) {
    const auto component = point.components.find(part);
    if (component == point.components.end()) return false;
    const auto value = component->second.find(statistic);
    if (value == component->second.end()) return false;
    found = Figure{value->second.mean, value->second.half_width, unit_of(point.component_units, part, statistic)};
    return true;
  });
  return found;
}

std::vector<std::string> figure_names(const PointResult& point) {
  std::vector<std::string> names;
  for (const auto& [name, metric] : point.metrics) {
    names.push_back(name);
    for (const std::string& field : figure_fields(!metric.percentiles.empty()))
      names.push_back(fmt::format("{}.{}", name, field));
  }
  for (const auto& [name, value] : performance_ratios(point.performance)) {
    static_cast<void>(value);
    names.push_back("performance." + name);
  }
  return names;
}

}  // namespace isochron
