// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_presets.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Throws InputError where `table` has no parameter `path`; `cause` says who asks for it.
const Parameter& known_parameter(const std::string& path, const SourcePosition& position, const ParameterTable& table,
                                 const std::string& cause, const std::function<bool(const Parameter&)>& may) {
  if (const Parameter* const parameter = table.find(path)) return *parameter;
  std::vector<std::string> known;
  for (const Parameter& other : table.all())
    if (may(other)) known.push_back(other.path);
  throw InputError(position, cause, known.empty() ? "Declare it in `parameters`" : suggestion(path, known));
}

}  // namespace

const ParameterValue* ParameterPresets::Choice::find(const Target& target) const {
  const auto preset = presets.find(now());
  if (preset == presets.end()) return nullptr;
  const auto value = preset->second.of.find(&target);
  return value == preset->second.of.end() ? nullptr : &value->second;
}

void ParameterPresets::Choice::store(const Target& target) const {
  const ParameterValue* const value = find(target);
  target.store(value == nullptr ? target.standard : *value);
}

ParameterPresets::ParameterPresets(const std::vector<PresetDeclaration>& declared, ParameterTable& table)
    : declared_(declared) {
  for (const PresetDeclaration& preset : declared) {
    Choice& choice = choice_of(preset, table);
    choice.presets[preset.choice].source = preset.source;
    for (const Setting& value : preset.values) add_value(preset, value, choice, table);
  }
  for (const std::unique_ptr<Choice>& choice : choices_) follow(*choice, table);
}

ParameterPresets::Choice& ParameterPresets::choice_of(const PresetDeclaration& preset, ParameterTable& table) {
  const auto is_choice = [](const Parameter& one) { return one.quantity == Quantity::choice; };
  const Parameter& parameter =
      known_parameter(preset.parameter, preset.position, table,
                      fmt::format("`presets`: there is no parameter `{}`", preset.parameter.substr(0, 60)), is_choice);
  if (!is_choice(parameter))
    throw InputError(preset.position,
                     fmt::format("`{}` is {}, and only the values of a choice have presets", parameter.path,
                                 quantity_name(parameter.quantity)),
                     "Declare it: {type: choice, choices: [...], default: ...}");
  if (std::find(parameter.choices.begin(), parameter.choices.end(), preset.choice) == parameter.choices.end())
    throw InputError(
        preset.choice_position,
        fmt::format("`{}` cannot be `{}`, so that this has no preset", parameter.path, preset.choice.substr(0, 60)),
        suggestion(preset.choice, parameter.choices));
  for (const std::unique_ptr<Choice>& choice : choices_)
    if (choice->path == preset.parameter) return *choice;
  choices_.push_back(std::make_unique<Choice>());
  choices_.back()->path = parameter.path;
  choices_.back()->get = parameter.get;
  return *choices_.back();
}

const Parameter& ParameterPresets::parameter_of(const PresetDeclaration& preset, const Setting& value,
                                                const ParameterTable& table) const {
  const auto has_presets = [this](const std::string& path) {
    return std::any_of(declared_.begin(), declared_.end(),
                       [&path](const PresetDeclaration& other) { return other.parameter == path; });
  };
  const Parameter& parameter = known_parameter(
      value.path, value.position, table,
      fmt::format("the preset {} sets `{}`, which is no parameter", preset.name(), value.path.substr(0, 60)),
      [&](const Parameter& one) { return !has_presets(one.path); });
  if (parameter.path == preset.parameter)
    throw InputError(value.position, fmt::format("the preset {} sets `{}` itself", preset.name(), parameter.path),
                     "Remove it: the preset counts where the parameter has this value");
  if (has_presets(parameter.path))
    throw InputError(
        value.position,
        fmt::format("the preset {} sets `{}`, which has presets of its own", preset.name(), parameter.path),
        fmt::format("Remove it, or set here what the presets of `{}` set", parameter.path));
  if (parameter.file != nullptr)
    throw InputError(value.position,
                     fmt::format("the preset {} sets `{}`, which names a file", preset.name(), parameter.path),
                     "Remove it: a scenario names files, beside itself");
  return parameter;
}

ParameterPresets::Target& ParameterPresets::target_of(const Setting& value, Choice& choice,
                                                      const Parameter& parameter) {
  const auto is_it = [&parameter](const auto& target) { return target->path == parameter.path; };
  const auto own = std::find_if(choice.targets.begin(), choice.targets.end(), is_it);
  if (own != choice.targets.end()) return **own;
  for (const std::unique_ptr<Choice>& other : choices_)
    if (std::any_of(other->targets.begin(), other->targets.end(), is_it))
      throw InputError(
          value.position,
          fmt::format("`{}` is set by presets of `{}` and of `{}`", parameter.path, other->path, choice.path),
          "Let the presets of one parameter alone set it");
  targets_.push_back(std::make_unique<Target>(Target{parameter.path, parameter.get(), parameter.set}));
  choice.targets.push_back(targets_.back().get());
  return *targets_.back();
}

void ParameterPresets::add_value(const PresetDeclaration& preset, const Setting& value, Choice& choice,
                                 const ParameterTable& table) {
  const Parameter& parameter = parameter_of(preset, value, table);
  const Target& target = target_of(value, choice, parameter);
  choice.presets[preset.choice].of.emplace(&target, read_value(value.raw, parameter));
}

void ParameterPresets::follow(Choice& choice, ParameterTable& table) {
  Parameter& decides = *table.find(choice.path);
  decides.set = [&choice, store = decides.set](const ParameterValue& value) {
    store(value);
    for (const Target* const target : choice.targets)
      if (!target->is_set) choice.store(*target);
  };
  for (Target* const target : choice.targets) {
    Parameter& parameter = *table.find(target->path);
    parameter.set = [target](const ParameterValue& value) {
      target->is_set = true;
      target->store(value);
    };
    parameter.reset = [&choice, target] {
      target->is_set = false;
      choice.store(*target);
    };
    parameter.preset = [&choice, target]() -> std::optional<Preset> {
      if (choice.find(*target) == nullptr) return std::nullopt;
      const std::string now = choice.now();
      return Preset{choice.path + "=" + now, choice.presets.at(now).source};
    };
    choice.store(*target);
  }
}

}  // namespace isochron
