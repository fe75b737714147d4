// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_point.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/remedy.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// The parameter `path` as the type describes it, or nullptr.
const Parameter* described_parameter(const TypeRegistry& types, const std::string& type, const std::string& path) {
  const auto found = types.find(type);
  if (found == types.end()) return nullptr;
  for (const auto& described : found->second.parameters)
    if (described.parameter.path == path) return &described.parameter;
  return nullptr;
}

/// Parameters of the types of these parts, for suggestions.
std::vector<std::string> parameters_of(const std::vector<const Topology::Part*>& parts, const TypeRegistry& types) {
  std::vector<std::string> paths;
  for (const Topology::Part* part : parts) {
    const auto found = types.find(part->type);
    if (found == types.end()) continue;
    for (const auto& described : found->second.parameters)
      if (std::find(paths.begin(), paths.end(), described.parameter.path) == paths.end())
        paths.push_back(described.parameter.path);
  }
  return paths;
}

/// `overruled`: a later assignment says otherwise for the same instances.
InstanceSetting resolve_instance(const InstanceAssignment& assignment, bool overruled, const Topology& topology,
                                 const TypeRegistry& types) {
  std::vector<const Topology::Part*> matched;
  for (const Topology::Part& part : topology.parts)
    if (matches_instance(assignment.pattern, part.name)) matched.push_back(&part);
  if (matched.empty()) {
    if (const std::string apart = with_brackets_each(assignment.pattern); !apart.empty())
      throw InputError(
          assignment.pattern_position,
          fmt::format("`{}` has several indices in one pair of brackets", assignment.pattern.substr(0, 80)),
          fmt::format("Write {}", apart.substr(0, 80)));
    std::vector<std::string> names;
    for (const Topology::Part& part : topology.parts) names.push_back(part.name);
    throw InputError(assignment.pattern_position,
                     fmt::format("`{}` matches no part of the machine", assignment.pattern.substr(0, 80)),
                     suggestion(assignment.pattern, names));
  }
  for (const Topology::Part* part : matched)
    if (const Parameter* parameter = described_parameter(types, part->type, assignment.path)) {
      const ParameterValue value = read_value(assignment.value, *parameter);
      if (!overruled) require_present(assignment.value, *parameter);
      return {assignment, value, parameter->quantity};
    }
  const std::vector<std::string> known = parameters_of(matched, types);
  throw InputError(assignment.path_position,
                   fmt::format("`{}` ({}) has no parameter `{}`", assignment.pattern, matched.front()->type,
                               assignment.path.substr(0, 80)),
                   known.empty() ? "Its instances cannot be set one by one" : suggestion(assignment.path, known));
}

/// Where the value of a parameter was set: itself, or the choice whose preset it has; nullptr: nowhere.
const SourcePosition* place_of(const std::string& path, const ScenarioPoint& point, const ParameterTable& table) {
  const auto exact = point.origins.find(path);
  if (exact != point.origins.end()) return &exact->second;
  const Parameter* const parameter = table.find(path);
  const std::optional<Preset> preset =
      parameter != nullptr && parameter->preset ? parameter->preset() : std::optional<Preset>();
  if (!preset) return nullptr;
  const auto choice = point.origins.find(preset->choice.substr(0, preset->choice.find('=')));
  return choice == point.origins.end() ? nullptr : &choice->second;
}

/// Where to point for a problem: where its parameter was set, else one that takes part, else another of its group.
SourcePosition blame(const ScenarioPoint& point, const Scenario& scenario, const ParameterProblem& problem,
                     const ParameterTable& table) {
  if (const SourcePosition* const place = place_of(problem.path, point, table)) return *place;
  const auto group_of = [](const std::string& path) { return path.substr(0, path.find('.')); };
  for (const std::string& other : problem.others)
    if (const SourcePosition* const place = place_of(other, point, table)) return *place;
  for (const auto& [path, position] : point.origins)
    if (group_of(path) == group_of(problem.path)) return position;
  return scenario.system_position;
}

/// The values of the point with this number, each variation's digit by digit, the last one fastest.
std::vector<const YamlNode*> values_of(const Scenario& scenario, std::size_t number) {
  std::vector<const YamlNode*> values(scenario.variations.size());
  for (std::size_t i = values.size(); i-- > 0;) {
    const std::vector<YamlNode>& all = scenario.variations[i].values;
    values[i] = &all[number % all.size()];
    number /= all.size();
  }
  return values;
}

ScenarioPoint resolve_point(const Scenario& scenario, const MachineType& type, const TypeRegistry& types,
                            std::size_t number) {
  ScenarioPoint point;
  point.machine = type.make();
  const ParameterTable table = point.machine->parameters();
  const auto set = [&](const std::string& path, const YamlNode& node) {
    const Parameter& parameter = *table.find(path);
    parameter.set(read_value(node, parameter));
    // A file is beside the scenario that names it; one of the command line, where that is.
    if (parameter.file != nullptr)
      parameter.file->folder =
          node.position.line == 0 ? "" : std::filesystem::path(node.position.file.text()).parent_path().string();
    point.origins[path] = node.position;
  };
  for (const Assignment& assignment : scenario.parameters) set(assignment.path, assignment.value);

  std::vector<InstanceAssignment> instances = scenario.instances;
  const std::vector<const YamlNode*> values = values_of(scenario, number);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Variation& variation = scenario.variations[i];
    if (variation.path.rfind(instances_prefix, 0) == 0) {
      const auto [pattern, path] = split_instance_path(variation.path.substr(instances_prefix.size()), types);
      instances.push_back({pattern, path, variation.position, variation.position, *values[i]});
    } else {
      set(variation.path, *values[i]);
    }
  }
  for (const ParameterProblem& problem : table.problems()) {
    std::set<std::string> asked;
    for (const auto& [path, position] : point.origins) asked.insert(path);
    const std::vector<Remedy> remedies = find_remedies(table, problem, asked);
    throw InputError(blame(point, scenario, problem, table), fmt::format("`{}`: {}", problem.path, problem.message),
                     remedy_text(problem, remedies), remedies);
  }

  if (!scenario.faults.is_null()) point.machine->set_faults(scenario.faults);
  if (!instances.empty()) {
    const Topology topology = point.machine->topology();
    for (auto assignment = instances.begin(); assignment != instances.end(); ++assignment) {
      const bool overruled = std::any_of(assignment + 1, instances.end(), [&](const InstanceAssignment& later) {
        return later.pattern == assignment->pattern && later.path == assignment->path;
      });
      point.instances.push_back(resolve_instance(*assignment, overruled, topology, types));
    }
    point.overrides = std::make_shared<ScenarioInstances>(point.instances);
    point.instances_counted = point.machine->set_instances(point.overrides.get());
  }
  std::size_t varied_instance = scenario.instances.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& path = scenario.variations[i].path;
    const Parameter* const parameter = table.find(path);
    const InstanceSetting* const setting = parameter ? nullptr : &point.instances[varied_instance++];
    const ParameterValue value = parameter ? parameter->get() : setting->value;
    const Quantity quantity = parameter ? parameter->quantity : setting->quantity;
    // Its own unit, where it has one: 250 MB/s must not come back as 2 Gb/s.
    point.varied.push_back(
        {path, value, quantity, values[i]->is_scalar() ? values[i]->text : format_value(value, quantity)});
  }
  return point;
}

}  // namespace

std::vector<std::string> ScenarioPoint::uncounted() const {
  std::vector<std::string> settings;
  for (const InstanceSetting& setting : instances) {
    const InstanceAssignment& assignment = setting.assignment;
    std::string path = assignment.pattern + "." + assignment.path;
    // Who computes a part is not what it can do.
    const bool counts = instances_counted || assignment.path == "impl";
    if (!counts && std::find(settings.begin(), settings.end(), path) == settings.end())
      settings.push_back(std::move(path));
  }
  return settings;
}

std::vector<UnlimitedParts> ScenarioPoint::unlimited() const {
  std::vector<UnlimitedParts> parts = machine->unlimited();
  if (parts.empty() || instances.empty()) return parts;
  const Topology made = machine->topology();
  const auto limited = [&](const UnlimitedParts& unlimited) {
    const std::string own = unlimited.path.substr(unlimited.path.rfind('.') + 1);
    // Each of them by an instance; others are still unlimited.
    return std::all_of(made.parts.begin(), made.parts.end(), [&](const Topology::Part& part) {
      return part.type != unlimited.type ||
             std::any_of(instances.begin(), instances.end(), [&](const InstanceSetting& setting) {
               return setting.assignment.path == own && std::holds_alternative<std::uint64_t>(setting.value) &&
                      matches_instance(setting.assignment.pattern, part.name);
             });
    });
  };
  parts.erase(std::remove_if(parts.begin(), parts.end(), limited), parts.end());
  return parts;
}

std::string ScenarioPoint::label() const {
  std::string text;
  for (const VariedValue& value : varied)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", value.path, value.text);
  return text;
}

std::vector<ScenarioPoint> resolve_points(const Scenario& scenario, const MachineType& type,
                                          const TypeRegistry& types) {
  constexpr std::size_t most_points = 10'000;
  std::size_t count = 1;
  for (const Variation& variation : scenario.variations) {
    count *= variation.values.size();
    if (count > most_points)
      throw InputError(variation.position, fmt::format("`vary` makes more than {} points", most_points),
                       "Vary less at a time");
  }
  std::vector<ScenarioPoint> points;
  points.reserve(count);
  for (std::size_t number = 0; number < count; ++number) points.push_back(resolve_point(scenario, type, types, number));
  return points;
}

std::vector<RunSize> run_sizes(const std::vector<ScenarioPoint>& points, const Measure& measure) {
  std::vector<RunSize> sizes;
  double descriptions = 0;
  for (const ScenarioPoint& point : points) {
    sizes.push_back(point.machine->size({measure.warm_up, measure.duration, measure.seed}));
    descriptions += sizes.back().description;
  }
  for (RunSize& size : sizes) size.peak_memory += descriptions - size.description;
  return sizes;
}

}  // namespace isochron
