// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_reader.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// How a file names what a parameter measures.
constexpr std::array<std::pair<const char*, Quantity>, 14> quantities{{{"count", Quantity::count},
                                                                       {"size", Quantity::bytes},
                                                                       {"duration", Quantity::duration},
                                                                       {"data_rate", Quantity::data_rate},
                                                                       {"bit_rate", Quantity::data_rate},
                                                                       {"frequency", Quantity::frequency},
                                                                       {"event_rate", Quantity::event_rate},
                                                                       {"bits", Quantity::bits},
                                                                       {"fraction", Quantity::fraction},
                                                                       {"probability", Quantity::probability},
                                                                       {"flag", Quantity::flag},
                                                                       {"choice", Quantity::choice},
                                                                       {"indices", Quantity::indices},
                                                                       {"dimensions", Quantity::dimensions}}};

Quantity read_quantity(const YamlNode& node) {
  const std::string& name = read_text(node, "type");
  std::vector<std::string> known;
  for (const auto& [text, quantity] : quantities) {
    if (text == name) return quantity;
    known.emplace_back(text);
  }
  throw InputError(node.position, fmt::format("a parameter cannot be a `{}`", name.substr(0, 40)),
                   suggestion(name, known));
}

/// A name that a number may have.
void read_instead(const YamlNode& node, ParameterDeclaration& parameter) {
  parameter.instead = checked_name(read_text(node, "or"), node.position, "a value");
  const auto may = {Quantity::count, Quantity::bytes, Quantity::duration, Quantity::data_rate};
  if (std::find(may.begin(), may.end(), parameter.quantity) == may.end())
    throw InputError(node.position, fmt::format("`{}` cannot have a name in place of its value", parameter.name),
                     "Leave `or` out, or make it a count, size, duration or data_rate");
}

void read_choices(const YamlNode& node, ParameterDeclaration& parameter) {
  if (!node.is_sequence() || node.items.empty())
    throw InputError(node.position, "`choices` is no list", "Write [first, second]");
  for (const YamlNode& item : node.items) parameter.choices.push_back(read_text(item, "choices"));
}

void read_conditions(const YamlNode& node, ParameterDeclaration& parameter) {
  require_entries(node, "counts_with");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& values = node.items[i];
    CountsWith condition{node.keys[i].text, node.keys[i].position, {values}};
    if (values.is_sequence()) condition.values = values.items;
    if (values.is_map()) {
      require_map(values, node.keys[i].text, {"is", "when"});
      condition.values = {required(values, "is", parameter.name, "Add `is: ...`, the values in words")};
      static_cast<void>(read_text(condition.values.front(), "is"));
      condition.when =
          read_expression(required(values, "when", parameter.name, "Add `when: ...`, what must hold"), "when");
    }
    if (condition.values.empty())
      throw InputError(values.position, fmt::format("`{}` counts with no value", parameter.name),
                       "Name one: {mode: near}");
    parameter.conditions.push_back(std::move(condition));
  }
}

void read_range(const YamlNode& node, ParameterDeclaration& parameter) {
  if (!node.is_sequence() || node.items.size() != 2)
    throw InputError(node.position, "`range` is no pair", "Write [smallest, largest]");
  parameter.range.emplace(node.items[0], node.items[1]);
}

/// What an own parameter and a change of one have in common.
void read_properties(const YamlNode& entry, ParameterDeclaration& parameter) {
  if (const YamlNode* const range = entry.find("range")) read_range(*range, parameter);
  if (const YamlNode* const others = entry.find("counts_with")) read_conditions(*others, parameter);
  if (const YamlNode* const about = entry.find("about")) parameter.about = read_text(*about, "about");
  if (const YamlNode* const source = entry.find("source")) parameter.source = read_text(*source, "source");
}

void read_own(const YamlNode& entry, ParameterDeclaration& parameter) {
  require_map(entry, parameter.name,
              {"type", "default", "or", "range", "choices", "repeats", "counts_with", "about", "source"});
  const YamlNode& quantity = required(entry, "type", parameter.name, "Add `type: count`, or what it measures");
  parameter.quantity = read_quantity(quantity);
  parameter.standard = required(entry, "default", parameter.name, "Add `default: ...`");
  if (const YamlNode* const instead = entry.find("or")) read_instead(*instead, parameter);
  if (const YamlNode* const choices = entry.find("choices")) read_choices(*choices, parameter);
  if (const YamlNode* const repeats = entry.find("repeats")) {
    parameter.repeats = read_flag(*repeats, "repeats");
    if (parameter.quantity != Quantity::indices)
      throw InputError(repeats->position,
                       fmt::format("`{}` is no list of numbers, of which some may repeat", parameter.name),
                       "Leave `repeats` out, or make it `type: indices`");
  }
  if (parameter.quantity == Quantity::choice && parameter.choices.empty())
    throw InputError(parameter.position, fmt::format("`{}` is a choice of nothing", parameter.name),
                     "Add `choices: [...]`");
  read_properties(entry, parameter);
}

/// Names of parameters of a group's type: a list of them.
std::vector<ParameterGroup::Name> read_names(const YamlNode& node, const std::string& key) {
  if (!node.is_sequence() || node.items.empty())
    throw InputError(node.position, fmt::format("`{}` is no list", key), "Write [a parameter, another one]");
  std::vector<ParameterGroup::Name> names;
  for (const YamlNode& item : node.items) {
    const std::string& name = read_text(item, key);
    check_parameter_name(name, item.position);
    names.push_back({name, name, item.position});
  }
  return names;
}

/// A beginning of all names, a list of parameters, or a map of them to their names here.
void read_as(const YamlNode& node, ParameterGroup& group) {
  if (node.is_scalar()) {
    group.prefix = node.text;
    if (!group.prefix.empty()) check_parameter_name(group.prefix, node.position);
    return;
  }
  if (!node.is_map()) {
    group.names = read_names(node, "as");
    return;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& outside = read_text(node.items[i], "as");
    check_parameter_name(outside, node.items[i].position);
    group.names.push_back({node.keys[i].text, outside, node.keys[i].position});
  }
  if (group.names.empty()) throw InputError(node.position, "`as` is an empty map", "Write {clock: pci.clock}");
}

void read_group(const YamlNode& entry, ParameterDeclaration& parameter) {
  require_map(entry, parameter.name, {"of", "as", "without", "set", "counts_with"});
  parameter.kind = ParameterDeclaration::Kind::group;
  ParameterGroup& group = parameter.group;
  const YamlNode& type = *entry.find("of");
  group.type = read_text(type, "of");
  group.type_position = type.position;
  group.prefix = parameter.name;
  if (const YamlNode* const as = entry.find("as")) read_as(*as, group);
  if (const YamlNode* const without = entry.find("without")) group.without = read_names(*without, "without");
  if (const YamlNode* const set = entry.find("set")) {
    require_entries(*set, "set");
    group.settings = read_settings(*set, {});
    for (Setting& setting : group.settings) setting.from_group = true;
  }
  if (const YamlNode* const others = entry.find("counts_with")) read_conditions(*others, parameter);
}

/// Without `type` and `of`: of a parameter that a group has declared.
void read_change(const YamlNode& entry, ParameterDeclaration& parameter) {
  require_map(entry, parameter.name, {"default", "range", "counts_with", "about", "source"});
  parameter.kind = ParameterDeclaration::Kind::change;
  if (const YamlNode* const standard = entry.find("default")) parameter.standard = *standard;
  read_properties(entry, parameter);
}

}  // namespace

std::vector<ParameterDeclaration> read_parameters(const YamlNode& node) {
  require_entries(node, "parameters");
  std::vector<ParameterDeclaration> parameters;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& entry = node.items[i];
    ParameterDeclaration parameter;
    parameter.name = node.keys[i].text;
    parameter.position = node.keys[i].position;
    check_parameter_name(parameter.name, parameter.position);
    const bool after_group = std::any_of(parameters.begin(), parameters.end(), [](const ParameterDeclaration& other) {
      return other.kind == ParameterDeclaration::Kind::group;
    });
    if (entry.is_map() && entry.find("of") != nullptr)
      read_group(entry, parameter);
    else if (after_group && entry.is_map() && entry.find("type") == nullptr)
      read_change(entry, parameter);
    else
      read_own(entry, parameter);
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace isochron
