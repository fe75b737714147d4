// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/scenario_loader.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <new>

#include <fmt/format.h>

#include <isochron/scenario/expectation_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/instance_paths.h>
#include <isochron/scenario/measure_reader.h>
#include <isochron/scenario/parameter_paths.h>
#include <isochron/scenario/scenario_library.h>
#include <isochron/scenario/sha256.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/text_file.h>
#include <isochron/scenario/value_reader.h>
#include <isochron/scenario/yaml_reader.h>

namespace isochron {

namespace {

namespace fs = std::filesystem;

bool begins_with(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

/// `path` without a leading "parameters.", which may be written but need not.
std::string without_parameters(const std::string& path) {
  const std::string prefix = "parameters.";
  return begins_with(path, prefix) ? path.substr(prefix.size()) : path;
}

YamlNode single_entry(const std::string& key, const YamlNode& value) {
  YamlNode map;
  map.kind = YamlNode::Kind::map;
  map.position = value.position;
  map.keys.push_back({key, value.position});
  map.items.push_back(value);
  return map;
}

/// What the YAML file has as `system`; empty: nothing, or it cannot be read.
std::string system_of(const fs::path& file) {
  try {
    const YamlNode root = read_yaml(read_text_file(file.string()), file.string());
    const YamlNode* const system = root.is_map() ? root.find("system") : nullptr;
    return system != nullptr && system->is_scalar() ? system->text : "";
  } catch (const std::runtime_error&) {
    return "";
  }
}

/// A scenario of the machine in the file `machine`: beside it, or of the library; empty: there is none.
std::string scenario_of(const fs::path& machine) {
  std::error_code error;
  const fs::path folder = machine.has_parent_path() ? machine.parent_path() : ".";
  std::vector<std::string> beside;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".yaml") beside.push_back(entry->path().string());
  std::sort(beside.begin(), beside.end());
  const auto is_path = [](const std::string& system) { return system.find('/') != std::string::npos; };
  for (const std::string& file : beside) {
    const std::string system = system_of(file);
    if (system == machine.stem() || (is_path(system) && fs::equivalent(folder / system, machine, error)))
      return shown_path(file);
  }
  const std::string library = scenario_folder();
  if (!fs::equivalent(folder, fs::path(library) / "machines", error)) return "";
  for (const std::string& file : scenario_files(library))
    if (system_of(file) == machine.stem()) return shown_path(file);
  return "";
}

/// A machine file says what there is, a scenario what is done with it: one given for the other is an error.
void require_scenario(const YamlNode& root, const std::string& file) {
  const bool machine = root.is_map() && root.find("machine") != nullptr && root.find("system") == nullptr;
  if (!machine) return;
  if (const std::string scenario = scenario_of(file); !scenario.empty())
    throw InputError(root.position, "this is a machine file, and no scenario",
                     fmt::format("Give the scenario {}, which has this machine", scenario));
  throw InputError(root.position, "this is a machine file, and no scenario",
                   fmt::format("Write a scenario beside it, with the lines `system: {}` and, unless the machine runs "
                               "until it is done, `measure: {{warm_up: 20 ms, duration: 100 ms}}`",
                               std::filesystem::path(file).stem().string()));
}

void remove_variation(Scenario& scenario, const std::string& path) {
  auto& all = scenario.variations;
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Variation& variation) { return variation.path == path; }),
            all.end());
}

}  // namespace

Scenario ScenarioLoader::load(const std::string& file, const std::vector<std::string>& changes) const {
  try {
    return parse(read_text_file(file), file, changes);
  } catch (const std::bad_alloc&) {
    throw InputError({file, 0, 0}, "too large for the memory that there is", "Free memory, or vary less at a time");
  }
}

Scenario ScenarioLoader::load_heading(const std::string& file) const {
  return read_heading(read_yaml(read_text_file(file), file), file);
}

Scenario ScenarioLoader::read_heading(const YamlNode& root, const std::string& file) const {
  if (root.is_null()) throw InputError({file, 1, 1}, "the scenario is empty", "Begin with a line `system: ...`");
  require_scenario(root, file);
  require_map(root, "scenario",
              {"system", "title", "description", "parameters", "instances", "measure", "vary", "faults",
               "negative_control", "expect"});
  Scenario scenario;
  scenario.file = file;
  scenario.name = std::filesystem::path(file).stem().string();
  const YamlNode* node = root.find("system");
  if (node == nullptr)
    throw InputError(root.position, "the scenario names no system",
                     fmt::format("Add a line `system: ...`, one of: {}", fmt::join(known_machines(file), ", ")));
  scenario.system = read_text(*node, "system");
  scenario.system_position = node->position;
  if (!machines_.has_beside(scenario.system, file) && !machines_.has_in_library(scenario.system))
    throw InputError(node->position, fmt::format("unknown system `{}`", scenario.system.substr(0, 60)),
                     suggestion(scenario.system, known_machines(file)));
  if (const YamlNode* title = root.find("title")) scenario.title = read_text(*title, "title");
  return scenario;
}

Scenario ScenarioLoader::parse(const std::string& text, const std::string& file,
                               const std::vector<std::string>& changes) const {
  const YamlNode root = read_yaml(text, file);
  Scenario scenario = read_heading(root, file);
  scenario.sha256 = sha256(text);
  scenario.machine = find_machine(scenario.system, file);
  const Prototype& prototype = prototype_of(scenario.machine);
  const ParameterTable& table = prototype.parameters;
  scenario.measure = default_measure(*prototype.machine);

  if (const YamlNode* node = root.find("description")) scenario.description = read_text(*node, "description");
  if (const YamlNode* node = root.find("parameters"))
    scenario.parameters = flatten_parameters(*node, "", node->position, table);
  if (const YamlNode* node = root.find("instances")) scenario.instances = read_instances(*node);
  if (const YamlNode* node = root.find("measure")) read_measure(*node, scenario.system, scenario.measure);
  if (const YamlNode* node = root.find("vary")) read_variations(*node, table, scenario);
  if (const YamlNode* node = root.find("faults")) scenario.faults = *node;
  if (const YamlNode* node = root.find("negative_control"))
    scenario.negative_control = read_flag(*node, "negative_control");
  if (const YamlNode* node = root.find("expect")) scenario.expectations = read_expectations(*node);
  for (const std::string& option : changes) change(option, table, scenario);
  scenario.changed = !changes.empty();
  return scenario;
}

const ScenarioLoader::Prototype& ScenarioLoader::prototype_of(const std::shared_ptr<const MachineType>& type) const {
  Prototype& prototype = prototypes_[type.get()];
  if (prototype.machine == nullptr) {
    prototype.machine = type->make();
    prototype.parameters = prototype.machine->parameters();
    prototype.type = type;
  }
  return prototype;
}

std::vector<std::string> ScenarioLoader::known_machines(const std::string& file) const {
  std::vector<std::string> names = machines_.around(file);
  for (const std::string& name : machines_.library()) names.push_back(name);
  return names;
}

std::shared_ptr<const MachineType> ScenarioLoader::find_machine(const std::string& name,
                                                                const std::string& file) const {
  auto beside = machines_.beside(name, file);
  return beside != nullptr ? beside : machines_.in_library(name);
}

void ScenarioLoader::read_variations(const YamlNode& node, const ParameterTable& table, Scenario& scenario) const {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`vary` has {} instead of a map", node.kind_name()),
                     "Write lines such as target_bandwidth: [220 MB/s, 240 MB/s]");
  std::map<std::string, std::string> spelled;  // as the file has it, by path
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode::Key& key = node.keys[i];
    const std::string path = without_parameters(key.text);
    const auto [earlier, is_new] = spelled.emplace(path, key.text);
    if (!is_new)
      throw InputError(
          key.position,
          fmt::format("`{}` and `{}` are the same parameter", earlier->second.substr(0, 80), key.text.substr(0, 80)),
          "Remove one of the two");
    const std::vector<std::string> group = parameters_of_group(path, table);
    if (!group.empty())
      throw InputError(key.position, fmt::format("`{}` is a group of parameters", path),
                       fmt::format("Vary one of them, by its whole name: {}", fmt::join(group, ", ")));
    if (!begins_with(path, instances_prefix) && table.find(path) == nullptr)
      throw InputError(key.position, fmt::format("unknown parameter `{}`", path.substr(0, 80)),
                       suggest_parameter(path, table));
    if (!node.items[i].is_sequence() || node.items[i].items.empty())
      throw InputError(node.items[i].position, fmt::format("`vary.{}` needs a list of values", path),
                       "Write [first, second, ...]");
    remove_variation(scenario, path);
    scenario.variations.push_back({path, key.position, node.items[i].items});
  }
}

void ScenarioLoader::change(const std::string& option, const ParameterTable& table, Scenario& scenario) const {
  const SourcePosition position{"--set " + option.substr(0, 120), 0, 0};
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(position, "not of the form path=value", "Write for example --set nodes=5");
  const std::string path = without_parameters(option.substr(0, equals));
  const YamlNode value = read_yaml_value(option.substr(equals + 1), position);
  if (value.is_null()) throw InputError(position, "no value after the equals sign", "Write for example --set nodes=5");

  if (path == "measure") {
    read_measure(value, scenario.system, scenario.measure);
  } else if (begins_with(path, "measure.")) {
    read_measure(single_entry(path.substr(8), value), scenario.system, scenario.measure);
  } else if (path == "vary") {
    read_variations(value, table, scenario);
  } else if (begins_with(path, "vary.")) {
    read_variations(single_entry(path.substr(5), value), table, scenario);
  } else if (begins_with(path, instances_prefix)) {
    remove_variation(scenario, path);
    const auto [pattern, parameter] = split_instance_path(path.substr(instances_prefix.size()), machines_.part_types());
    for (InstanceAssignment& assignment : flatten_instance(pattern, position, parameter, position, value))
      scenario.instances.push_back(std::move(assignment));
  } else {
    change_parameters(value, path == "parameters" ? "" : path, table, scenario);
  }
}

void ScenarioLoader::change_parameters(const YamlNode& value, const std::string& path, const ParameterTable& table,
                                       Scenario& scenario) const {
  for (Assignment& assignment : flatten_parameters(value, path, value.position, table)) {
    assignment.from_command_line = true;
    // A fixed value takes the place of a series of them.
    remove_variation(scenario, assignment.path);
    auto& all = scenario.parameters;
    const auto earlier =
        std::find_if(all.begin(), all.end(), [&](const Assignment& other) { return other.path == assignment.path; });
    if (earlier == all.end())
      all.push_back(std::move(assignment));
    else
      *earlier = std::move(assignment);
  }
}

}  // namespace isochron
