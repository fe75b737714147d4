// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/published_comparison.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/parameter_paths.h>
#include <isochron/scenario/point_conditions.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// A published number compared at one point.
class Comparison {
 public:
  /// `reference`: the point that a number is relative to, or nullptr. `over_points`: what takes several points.
  Comparison(const PublishedNumber& number, const Scenario& scenario, const ScenarioPoint& point,
             const PointResult& result, const PointResult* reference, std::optional<double> over_points)
      : number_(number),
        scenario_(scenario),
        point_(point),
        result_(result),
        reference_(reference),
        over_points_(over_points) {}

  PublishedResult row() const {
    PublishedResult row;
    row.id = number_.id;
    row.where = number_.where;
    row.unit = unit();
    row.published = number_.value;
    row.role = number_.role;
    row.reason = number_.reason;
    if (!is_such_a_run()) return row;
    if (depends_on_point()) row.at = point_.label();
    bool holds = false;
    if (number_.largest) {
      row.simulated = largest(holds);
    } else {
      row.simulated = simulated();
      const auto* value = std::get_if<double>(&row.simulated);
      const auto* published = std::get_if<double>(&row.published);
      if (value != nullptr && published != nullptr && *published != 0) row.error = *value / *published - 1;
      const BandLimits limits =
          band_limits(number_.band, published != nullptr ? std::optional<double>(*published) : std::nullopt, row.unit);
      row.low = limits.low;
      row.high = limits.high;
      holds = value != nullptr && limits.contain(*value);
    }
    if (number_.role == "prediction") row.ok = holds;
    return row;
  }

  /// A number that is compared with nothing simulated looks the same at every point.
  bool depends_on_point() const {
    const bool varied = std::any_of(point_.varied.begin(), point_.varied.end(),
                                    [&](const VariedValue& value) { return value.path == number_.parameter; });
    return varied || (number_.is_simulated() && !number_.most && is_such_a_run());
  }

 private:
  /// Whether the run is as long as the number asks; else nothing is said of it.
  bool is_such_a_run() const {
    const auto is = [](const std::optional<std::uint64_t>& wanted, std::uint64_t own) {
      return !wanted || *wanted == own;
    };
    const Measure& measure = scenario_.measure;
    return is(number_.runs.replications, measure.replications) && is(number_.runs.warm_up, measure.warm_up) &&
           is(number_.runs.duration, measure.duration);
  }

  /// Of the published value, or, where that is words, of what is compared with them.
  std::string unit() const {
    if (!number_.unit.empty()) return number_.unit;
    if (number_.settles) return "s";
    if (number_.metrics.empty() || reference_ != nullptr) return "1";
    const std::optional<Figure> figure = find_figure(result_, number_.metrics.front());
    return figure && !figure->unit.empty() ? figure->unit : "1";
  }

  PublishedResult::Value simulated() const {
    if (!number_.parameter.empty()) return parameter_value();
    if (number_.components) return over_components(*number_.components);
    if (number_.settles) return settled(*number_.settles);
    if (number_.most) return over_points_ ? PublishedResult::Value(*over_points_) : PublishedResult::Value();
    if (number_.metrics.empty()) return {};
    if (reference_ != nullptr) return ratio(number_.metrics.front());
    const bool smallest = number_.band.low.has_value() && !number_.band.high.has_value();
    std::vector<double> values;
    for (const std::string& path : number_.metrics) {
      const std::optional<Figure> figure = find_figure(result_, path);
      if (!figure || !figure->value) return {};
      values.push_back(*figure->value);
    }
    return smallest ? *std::min_element(values.begin(), values.end()) : *std::max_element(values.begin(), values.end());
  }

  /// The metric by what it is at the reference; nothing where either has none, or the reference's is nil.
  PublishedResult::Value ratio(const std::string& metric) const {
    const std::optional<Figure> figure = find_figure(result_, metric);
    const std::optional<Figure> divisor = find_figure(*reference_, metric);
    if (!figure || !figure->value || !divisor || divisor->value.value_or(0) == 0) return {};
    return *figure->value / *divisor->value;
  }

  PublishedResult::Value parameter_value() const {
    const Measure& measure = scenario_.measure;
    if (number_.parameter == "measure.replications") return static_cast<double>(measure.replications);
    if (number_.parameter == "measure.duration" && !measure.until_done)
      return to_si(measure.duration, Quantity::duration);
    const ParameterTable table = point_.machine->parameters();
    const Parameter* parameter = table.find(number_.parameter);
    if (parameter == nullptr)
      throw InputError(number_.position, fmt::format("unknown parameter `{}`", number_.parameter),
                       suggest_parameter(number_.parameter, table));
    const ParameterValue value = parameter->get();
    if (const auto* integer = std::get_if<std::uint64_t>(&value)) return to_si(*integer, parameter->quantity);
    if (const auto* name = std::get_if<std::string>(&value)) return *name;
    if (parameter->quantity == Quantity::dimensions) return format_value(value, parameter->quantity);
    return {};
  }

  PublishedResult::Value over_components(const PublishedNumber::Components& wanted) const {
    std::optional<double> best;
    for (const auto& [name, statistics] : result_.components) {
      if (!matches_instance(wanted.of, name)) continue;
      const auto found = statistics.find(wanted.statistic);
      if (found == statistics.end()) continue;
      const std::optional<double> value =
          wanted.half_width ? found->second.half_width : std::optional<double>(found->second.mean);
      if (value && (!best || (wanted.largest ? *value > *best : *value < *best))) best = value;
    }
    return best ? PublishedResult::Value(*best) : PublishedResult::Value();
  }

  /// The end of the last interval in which the series is further from the metric's mean than it may be, s.
  PublishedResult::Value settled(const PublishedNumber::Settles& wanted) const {
    const auto found = result_.series.find(wanted.series);
    const std::optional<Figure> mean = find_figure(result_, wanted.series);
    if (found == result_.series.end() || !mean || !mean->value) return {};
    const std::vector<double>& values = found->second.values;
    std::size_t settled = values.size();
    while (settled > 0 && std::fabs(values[settled - 1] - *mean->value) <= wanted.within * *mean->value) --settled;
    return static_cast<double>(settled) * found->second.interval_s;
  }

  PublishedResult::Value largest(bool& holds) const {
    std::string name;
    double most = 0;
    for (const std::string& path : number_.largest->among) {
      const std::optional<Figure> figure = find_figure(result_, path);
      if (figure && figure->value && (name.empty() || *figure->value > most)) {
        name = path;
        most = *figure->value;
      }
    }
    holds = name == number_.largest->is;
    if (number_.largest->bound.empty()) return name;
    const std::vector<ResourceBound> bounds = point_.machine->bounds();
    const ResourceBound* const first = tightest(bounds);
    const std::string resource = first == nullptr ? "none" : first->resource;
    holds = holds && resource == number_.largest->bound;
    return holds ? resource : fmt::format("{} is largest, {} has the tightest bound", name, resource);
  }

  const PublishedNumber& number_;
  const Scenario& scenario_;
  const ScenarioPoint& point_;
  const PointResult& result_;
  const PointResult* reference_;
  std::optional<double> over_points_;
};

const VariedValue* varied_at(const ScenarioPoint& point, const std::string& path) {
  const auto found = std::find_if(point.varied.begin(), point.varied.end(),
                                  [&path](const VariedValue& value) { return value.path == path; });
  return found == point.varied.end() ? nullptr : &*found;
}

/// Whether the points have the same values of all that is varied, but for the parameter at `path`.
bool alike_but_for(const std::string& path, const ScenarioPoint& one, const ScenarioPoint& other) {
  for (std::size_t i = 0; i < one.varied.size(); ++i)
    if (one.varied[i].path != path && !(one.varied[i].value == other.varied[i].value)) return false;
  return true;
}

/// What PublishedNumber::Most asks for, among points of a run.
class Furthest {
 public:
  Furthest(const PublishedNumber& number, const std::vector<ScenarioPoint>& points,
           const std::vector<PointResult>& results)
      : most_(*number.most), points_(points), results_(results) {
    std::vector<double> ours, reference;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_first_of_its_group(i)) continue;
      const bool is_reference = !number.relative_to.empty() && meets(points[i], number.relative_to);
      if (!is_reference && !meets(points[i], number.conditions)) continue;
      const std::optional<double> reached = of_group(i);
      if (!reached) return;
      (is_reference ? reference : ours).push_back(*reached);
    }
    if (ours.empty() || reference.empty() != number.relative_to.empty()) return;
    value_ = mean(ours) / (reference.empty() ? 1 : mean(reference));
  }
  /// Nothing where a group's first value already leaves the band.
  std::optional<double> value() const { return value_; }

 private:
  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  bool is_first_of_its_group(std::size_t point) const {
    if (varied_at(points_[point], most_.of) == nullptr) return false;
    for (std::size_t i = 0; i < point; ++i)
      if (alike_but_for(most_.of, points_[i], points_[point])) return false;
    return true;
  }
  std::optional<double> of_group(std::size_t first) const {
    std::vector<std::pair<double, std::size_t>> group;
    for (std::size_t i = first; i < points_.size(); ++i) {
      const VariedValue* const own = varied_at(points_[i], most_.of);
      if (!alike_but_for(most_.of, points_[i], points_[first])) continue;
      const auto* const number = std::get_if<std::uint64_t>(&own->value);
      if (number == nullptr) return std::nullopt;
      group.emplace_back(to_si(*number, own->quantity), i);
    }
    std::sort(group.begin(), group.end());
    std::optional<double> reached;
    for (const auto& [value, point] : group) {
      const std::optional<Figure> figure = find_figure(results_[point], most_.metric);
      if (!figure || !figure->value) break;
      if (!band_limits(most_.band, std::nullopt, figure->unit).contain(*figure->value)) break;
      reached = value;
    }
    return reached;
  }

  const PublishedNumber::Most& most_;
  const std::vector<ScenarioPoint>& points_;
  const std::vector<PointResult>& results_;
  std::optional<double> value_;
};

bool is_named(const std::vector<ParameterCondition>& conditions, const std::string& path) {
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const ParameterCondition& condition) { return condition.path == path; });
}

/// Whether `reference` is what `point` is compared with: it has the parameters, and whatever else is varied alike.
bool is_reference(const ScenarioPoint& reference, const ScenarioPoint& point,
                  const std::vector<ParameterCondition>& relative_to) {
  if (!meets(reference, relative_to)) return false;
  for (std::size_t i = 0; i < point.varied.size(); ++i)
    if (!is_named(relative_to, point.varied[i].path) && !(reference.varied[i].value == point.varied[i].value))
      return false;
  return true;
}

/// Whether a number about the scenario's machine is about the scenario too.
bool concerns(const PublishedNumber& number, const Scenario& scenario) {
  // A negative control runs a wrong reading on purpose: only its inputs say anything.
  if (scenario.negative_control && number.role != "input") return false;
  return number.scenarios.empty() ||
         std::find(number.scenarios.begin(), number.scenarios.end(), scenario.name) != number.scenarios.end();
}

}  // namespace

BandLimits band_limits(const Band& band, std::optional<double> centre, const std::string& unit) {
  BandLimits limits;
  if (band.low) limits.low = limit_in(*band.low, unit);
  if (band.high) limits.high = limit_in(*band.high, unit);
  if (!centre) return limits;
  if (band.relative || band.absolute) {
    const double tolerance = band.relative ? std::fabs(*centre) * *band.relative : limit_in(*band.absolute, unit);
    limits.low = *centre - tolerance;
    limits.high = *centre + tolerance;
  }
  return limits;
}

std::vector<PublishedResult> compare_published(const PublishedNumbers& numbers, const Scenario& scenario,
                                               const MachineType& type, const std::vector<ScenarioPoint>& points,
                                               const std::vector<PointResult>& results) {
  std::vector<PublishedResult> rows;
  for (const PublishedNumber* const about : numbers.about(scenario.system)) {
    const PublishedNumber& number = *about;
    if (!concerns(number, scenario)) continue;
    const std::optional<double> over_points =
        number.most ? Furthest(number, points, results).value() : std::optional<double>();
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!meets(points[i], number.conditions)) continue;
      if (number.others_default && !others_are_default(points[i], number.conditions, type)) continue;
      const PointResult* reference = nullptr;
      if (!number.relative_to.empty() && !number.most) {
        const auto found = std::find_if(points.begin(), points.end(), [&](const ScenarioPoint& other) {
          return is_reference(other, points[i], number.relative_to);
        });
        if (found == points.end()) continue;
        reference = &results[static_cast<std::size_t>(found - points.begin())];
      }
      const Comparison comparison(number, scenario, points[i], results[i], reference, over_points);
      rows.push_back(comparison.row());
      if (!comparison.depends_on_point()) break;
    }
  }
  return rows;
}

}  // namespace isochron
