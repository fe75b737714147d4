// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/variation_overlap.h>

#include <string>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>

namespace isochron {

namespace {

/// A path of `vary` that sets parts one by one.
struct InstanceVariation {
  const Variation* variation = nullptr;
  std::string pattern;
  std::string parameter;
};

std::vector<InstanceVariation> instance_variations(const Scenario& scenario, const TypeRegistry& types) {
  std::vector<InstanceVariation> found;
  for (const Variation& variation : scenario.variations) {
    if (variation.path.rfind(instances_prefix, 0) != 0) continue;
    auto [pattern, parameter] = split_instance_path(variation.path.substr(instances_prefix.size()), types);
    found.push_back({&variation, std::move(pattern), std::move(parameter)});
  }
  return found;
}

}  // namespace

void require_distinct_variations(const Scenario& scenario, const std::vector<ScenarioPoint>& points,
                                 const TypeRegistry& types) {
  const std::vector<InstanceVariation> all = instance_variations(scenario, types);
  if (all.size() < 2) return;
  const Topology topology = points.front().machine->topology();
  for (auto later = all.begin(); later != all.end(); ++later)
    for (auto earlier = all.begin(); earlier != later; ++earlier) {
      if (earlier->parameter != later->parameter) continue;
      for (const Topology::Part& part : topology.parts)
        if (matches_instance(earlier->pattern, part.name) && matches_instance(later->pattern, part.name))
          throw InputError(later->variation->position,
                           fmt::format("`{}` and `{}` both set `{}` of {}", earlier->variation->path.substr(0, 80),
                                       later->variation->path.substr(0, 80), later->parameter, part.name),
                           "Remove one of the two, or let each name other parts");
    }
}

}  // namespace isochron
