// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/run_warnings.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include <isochron/scenario/units.h>

namespace isochron {

namespace {

constexpr double margin = 0.01;

std::uint64_t picoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::llround(seconds * 1e12));
}

double mean(std::vector<double>::const_iterator from, std::vector<double>::const_iterator to) {
  return std::accumulate(from, to, 0.0) / static_cast<double>(to - from);
}

/// The first quarter of the measured time should look like the rest.
std::optional<std::string> warm_up_warning(const std::string& metric, const PointResult& result) {
  const auto found = result.series.find(metric);
  if (found == result.series.end() || found->second.interval_s <= 0) return std::nullopt;
  const std::vector<double>& values = found->second.values;
  const auto skipped = static_cast<std::size_t>(std::ceil(result.warm_up_s / found->second.interval_s - 1e-9));
  constexpr std::size_t fewest = 8;  // with fewer there is nothing to compare
  if (values.size() < skipped + fewest) return std::nullopt;
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(skipped);
  const auto quarter = begin + (values.end() - begin) / 4;
  const double early = mean(begin, quarter);
  const double late = mean(quarter, values.end());
  if (late == 0 || std::fabs(early / late - 1) <= margin) return std::nullopt;
  return fmt::format(
      "warm-up of {} looks too short: {} is {:.1f} % {} in the first quarter of the measured time than in the rest; "
      "lengthen measure.warm_up",
      format_si(result.warm_up_s, "s"), metric, std::fabs(early / late - 1) * 100, early < late ? "lower" : "higher");
}

/// Of who has a message at the head that lacks only a buffer behind it for much of the time, who has for most; empty:
/// nobody.
std::string wait_for_buffer(const PointResult& result) {
  const std::string* path = nullptr;
  double most = 0.1;
  for (const auto& [part, statistics] : result.components)
    if (const auto found = statistics.find("wait_buffer"); found != statistics.end() && found->second.mean > most) {
      path = &part;
      most = found->second.mean;
    }
  if (path == nullptr) return "";
  return fmt::format("; `{}` waits most for a buffer behind it, {:.1f} % of the time", *path, 100 * most);
}

std::optional<std::string> saturation_warning(const Machine& machine, const PointResult& result) {
  const auto [metric, unit] = machine.driver();
  if (!machine.demand()) return std::nullopt;  // it asks for saturation
  const double demand = *machine.demand();
  const std::vector<ResourceBound> bounds = machine.bounds();
  const auto tightest = std::min_element(bounds.begin(), bounds.end(),
                                         [](const auto& one, const auto& other) { return one.limit < other.limit; });
  if (tightest != bounds.end() && demand > tightest->limit * (1 - margin))
    return fmt::format("the scenario asks for {} = {}, {} the bound {} of {}", metric, format_si(demand, unit),
                       demand > tightest->limit ? "above" : "within 1 % of", format_si(tightest->limit, unit),
                       tightest->resource);
  const auto delivered = result.metrics.find(metric);
  if (delivered == result.metrics.end() || delivered->second.mean >= demand * (1 - margin)) return std::nullopt;
  const double window = result.simulated_s - result.warm_up_s;
  const MeasurePlan plan{picoseconds(result.warm_up_s), picoseconds(window), 0};
  const double by_window = machine.end_effects(plan) / window + delivered->second.half_width.value_or(0);
  if (delivered->second.mean + by_window < demand * (1 - margin))
    return fmt::format("saturated: {} is {} of the {} that the scenario asks for{}", metric,
                       format_si(delivered->second.mean, unit), format_si(demand, unit), wait_for_buffer(result));
  return fmt::format(
      "a window of {} after {} is too short to tell whether the machine keeps up: {} is {} of the {} that the scenario "
      "asks for, and {} may be the window's doing; lengthen measure.duration{}",
      format_si(window, "s"), format_si(result.warm_up_s, "s"), metric, format_si(delivered->second.mean, unit),
      format_si(demand, unit), format_si(by_window, unit),
      machine.end_effects({plan.duration, plan.duration, 0}) < machine.end_effects(plan) ? " and measure.warm_up" : "");
}

}  // namespace

std::vector<std::string> warnings_for(const Machine& machine, const PointResult& result) {
  std::vector<std::string> warnings;
  // What runs until its work is done has a beginning and an end, and no steady state to wait for.
  if (!machine.completes_in())
    if (const auto warning = warm_up_warning(machine.driver().first, result)) warnings.push_back(*warning);
  if (const auto warning = saturation_warning(machine, result)) warnings.push_back(*warning);
  return warnings;
}

}  // namespace isochron
