// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/expectation_check.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/figure_check.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/point_conditions.h>
#include <isochron/scenario/published_comparison.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// The number in the middle of the band, if the expectation has one.
std::optional<double> centre_of(const Expectation& expectation, const PublishedNumbers& published,
                                const std::string& unit) {
  if (expectation.equals) return limit_in(*expectation.equals, unit);
  if (!expectation.published) return std::nullopt;
  return std::get<double>(published.find(*expectation.published)->value);
}

void require_unit(const Expectation& expectation, const std::string& unit) {
  for (const std::optional<Limit>& limit :
       {expectation.equals, expectation.band.low, expectation.band.high, expectation.band.absolute})
    if (limit) limit_in(*limit, unit);
}

void require_published(const Expectation& expectation, const PublishedNumbers& published) {
  if (!expectation.published) return;
  const PublishedNumber* found = published.find(*expectation.published);
  if (found == nullptr)
    throw InputError(expectation.published_position,
                     fmt::format("unknown published number `{}`", expectation.published->substr(0, 80)),
                     suggestion(*expectation.published, published.ids()));
  if (!std::holds_alternative<double>(found->value))
    throw InputError(expectation.published_position,
                     fmt::format("published `{}` is not a single number", *expectation.published),
                     "Use between, at_least or at_most");
}

void require_point(const Expectation& expectation, const Scenario& scenario, const std::vector<ScenarioPoint>& points) {
  if (scenario.changed) return;
  for (const ParameterCondition& condition : expectation.at) {
    const bool varied = std::any_of(scenario.variations.begin(), scenario.variations.end(),
                                    [&](const Variation& variation) { return variation.path == condition.path; });
    if (varied) continue;
    std::vector<std::string> paths;
    for (const Variation& variation : scenario.variations) paths.push_back(variation.path);
    throw InputError(condition.value.position, fmt::format("`at` names `{}`, which is not varied", condition.path),
                     suggestion(condition.path, paths));
  }
  const bool any = std::any_of(points.begin(), points.end(),
                               [&](const ScenarioPoint& point) { return meets(point, expectation.at); });
  if (!any)
    throw InputError(expectation.at.front().value.position, "`at` selects no point of `vary`",
                     "Use values that `vary` lists");
}

/// `figure`: none where this point has no such figure, though another one has. `unit`: the figure's.
CheckOutcome check(const Expectation& expectation, const ScenarioPoint& point, const PublishedNumbers& published,
                   const std::optional<Figure>& figure, const std::string& unit) {
  CheckOutcome outcome;
  outcome.metric = expectation.metric;
  outcome.at = point.label();
  outcome.unit = unit;
  if (figure) outcome.simulated = figure->value;
  outcome.missing = figure ? "nothing arrived" : "not in this result";
  outcome.position = expectation.position;
  const std::optional<double> centre = centre_of(expectation, published, unit);
  BandLimits limits = band_limits(expectation.band, centre, unit);
  if (centre && !limits.low && !limits.high) {
    // `equals` alone: equal in the nine digits that results carry.
    const double tolerance = std::fabs(*centre) * 1e-9;
    limits = {*centre - tolerance, *centre + tolerance};
  }
  outcome.low = limits.low;
  outcome.high = limits.high;
  outcome.ok = outcome.simulated && limits.contain(*outcome.simulated);
  return outcome;
}

}  // namespace

void require_checkable(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                       const PublishedNumbers& published, const MachineType& type) {
  for (const Expectation& expectation : scenario.expectations) {
    require_published(expectation, published);
    require_point(expectation, scenario, points);
    const std::string unit =
        require_figure({expectation.metric, expectation.metric_position, expectation.at}, scenario, points, type);
    if (!unit.empty()) require_unit(expectation, unit);
  }
}

std::vector<CheckOutcome> check_expectations(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                                             const PublishedNumbers& published,
                                             const std::vector<PointResult>& results) {
  std::vector<CheckOutcome> outcomes;
  for (const Expectation& expectation : scenario.expectations) {
    std::vector<std::size_t> met;
    std::vector<std::optional<Figure>> figures;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (meets(points[i], expectation.at)) {
        met.push_back(i);
        figures.push_back(find_figure(results[i], expectation.metric));
      }
    if (met.empty()) continue;
    const auto there =
        std::find_if(figures.begin(), figures.end(), [](const auto& figure) { return figure.has_value(); });
    if (there == figures.end())
      throw InputError(expectation.metric_position,
                       fmt::format("the result has no figure `{}`", expectation.metric.substr(0, 80)),
                       suggestion(expectation.metric, figure_names(results[met.front()])));
    for (std::size_t i = 0; i < met.size(); ++i)
      outcomes.push_back(check(expectation, points[met[i]], published, figures[i], (*there)->unit));
  }
  return outcomes;
}

namespace {

/// Whether a statistic's path, `node[0].raid[1].bandwidth`, begins with a part, or with what holds some: `node[0]`.
bool is_of_part(const std::string& path, const Topology& topology) {
  const std::string holder = path.substr(0, path.rfind('.')) + ".";
  return std::any_of(topology.parts.begin(), topology.parts.end(), [&](const Topology::Part& part) {
    return path.rfind(part.name + ".", 0) == 0 || part.name.rfind(holder, 0) == 0;
  });
}

}  // namespace

std::vector<IdleSetting> drop_expectations_of_absent_parts(Scenario& scenario,
                                                           const std::vector<ScenarioPoint>& points) {
  std::vector<IdleSetting> dropped;
  if (!scenario.changed) return dropped;
  const auto is_absent = [&](const Expectation& expectation) {
    if (expectation.metric.find('[') == std::string::npos || is_formula(expectation.metric)) return false;
    bool any = false;  // of the points that it is for
    for (const ScenarioPoint& point : points) {
      if (!meets(point, expectation.at)) continue;
      if (is_of_part(expectation.metric, point.machine->topology())) return false;
      any = true;
    }
    return any;
  };
  std::vector<Expectation> kept;
  for (Expectation& expectation : scenario.expectations)
    if (is_absent(expectation))
      dropped.push_back({expectation.metric_position,
                         fmt::format("`{}` is expected of a part that the machine as it is set does not have; it is "
                                     "not compared",
                                     expectation.metric.substr(0, 80)),
                         "Set what keeps the part, or name another"});
    else
      kept.push_back(std::move(expectation));
  scenario.expectations = std::move(kept);
  return dropped;
}

}  // namespace isochron
