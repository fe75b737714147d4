// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/result_builder.h>

#include <algorithm>

#include <isochron/scenario/aggregation.h>
#include <isochron/scenario/flow_judgement.h>
#include <isochron/scenario/published_comparison.h>
#include <isochron/scenario/run_warnings.h>
#include <isochron/scenario/student_t.h>

namespace isochron {

namespace {

bool is_varied(const Scenario& scenario, const std::string& path) {
  return std::any_of(scenario.variations.begin(), scenario.variations.end(),
                     [&](const Variation& variation) { return variation.path == path; });
}

void describe(const Scenario& scenario, const ScenarioPoint& first, Result& result) {
  result.scenario = scenario.name;
  result.title = scenario.title;
  result.system = scenario.system;
  result.negative_control = scenario.negative_control;
  result.seed = scenario.measure.seed;
  result.replications = scenario.measure.replications;
  result.until_done = scenario.measure.until_done;
  result.confidence = scenario.measure.confidence;
  result.scenario_sha256 = scenario.sha256;
  result.machine_sha256 = scenario.machine->sha256;
  const ParameterTable table = first.machine->parameters();
  for (const Parameter& parameter : table.all())
    if (!is_varied(scenario, parameter.path))
      result.parameters.push_back({parameter.path, parameter.get(), parameter.quantity});
  for (const InstanceSetting& setting : first.instances) {
    const InstanceAssignment& assignment = setting.assignment;
    if (!is_varied(scenario, "instances." + assignment.pattern + "." + assignment.path))
      result.instances.push_back({assignment.pattern, {assignment.path, setting.value, setting.quantity}});
  }
}

}  // namespace

Result build_result(const Scenario& scenario, const MachineType& type, const std::vector<ScenarioPoint>& points,
                    const std::vector<std::vector<ReplicationRecord>>& records, const PublishedNumbers& published) {
  Result result;
  describe(scenario, points.front(), result);
  std::vector<std::uint64_t> fingerprints;
  std::vector<double> simulated_s;
  for (std::size_t i = 0; i < points.size(); ++i) {
    PointResult point = aggregate(records[i], scenario.measure.confidence);
    for (const VariedValue& value : points[i].varied)
      point.varied.push_back({value.path, value.value, value.quantity, value.text});
    point.flows = judge_flows(records[i], points[i].machine->until_done());
    point.warnings = warnings_for(*points[i].machine, point);
    add_performance(point.performance, result.performance);
    fingerprints.push_back(point.fingerprint);
    simulated_s.push_back(point.simulated_s);
    result.points.push_back(std::move(point));
  }
  result.simulated_s = estimate(simulated_s, result.confidence).mean;
  result.warm_up_s = result.points.front().warm_up_s;
  result.fingerprint = combine_fingerprints(fingerprints);
  result.published = compare_published(published, scenario, type, points, result.points);
  return result;
}

}  // namespace isochron
