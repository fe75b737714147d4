// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/failure_rules.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

bool is_list(const Setting& setting, const ParameterTable& table) {
  const Parameter* const parameter = table.find(setting.path);
  return parameter != nullptr && parameter->quantity == Quantity::indices && setting.raw.is_sequence();
}

/// Adds numbers to the list that the parameter is.
void add_to_list(const Setting& setting, const Parameter& parameter, const Names& names) {
  auto list = std::get<std::vector<std::uint64_t>>(parameter.get());
  for (const YamlNode& item : setting.raw.items) {
    const Expression expression = Expression::parse(item.text, item.position);
    const std::uint64_t number = expression.count(names, fmt::format("`{}`", setting.path));
    if (number < parameter.min || number > parameter.max)
      throw InputError(item.position, fmt::format("`{}` has {}", setting.path, number),
                       fmt::format("Valid is {}", format_range(parameter)));
    if (std::find(list.begin(), list.end(), number) == list.end()) list.push_back(number);
  }
  parameter.set(list);
}

}  // namespace

FailureRules::FailureRules(const YamlNode& node, std::string section, const Expression::Scope& scope,
                           const ParameterTable& table)
    : section_(std::move(section)) {
  require_entries(node, section_);
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    require_entries(node.items[i], section_);
    Rule rule{PathForm(node.keys[i].text, node.keys[i].position), node.keys[i].position,
              read_settings(node.items[i], {})};
    Expression::Scope own = scope;
    for (const std::string& name : rule.of.names()) own[name];
    for (const Setting& setting : rule.settings) {
      if (is_list(setting, table))
        for (const YamlNode& item : setting.raw.items)
          Expression::parse(item.text, item.position).check(own, fmt::format("`{}`", setting.path));
      else
        check_setting(setting, table, own, owner());
    }
    rules_.push_back(std::move(rule));
  }
}

const FailureRules::Rule* FailureRules::rule_of(const std::string& path) const {
  for (const Rule& rule : rules_)
    if (rule.of.match(path)) return &rule;
  return nullptr;
}

bool FailureRules::has(const std::string& path) const {
  return rule_of(path) != nullptr;
}

const SourcePosition& FailureRules::position_of(const std::string& path) const {
  return rule_of(path)->position;
}

void FailureRules::apply(const std::string& path, const ParameterStore& store) const {
  const Rule& rule = *rule_of(path);
  Names names = store.names();
  const PathForm::Indices indices = *rule.of.match(path);
  for (const auto& [name, index] : indices) names.set(name, Number::whole(std::stoull(index)));
  const ParameterTable& table = store.table();
  for (const Setting& setting : rule.settings) {
    if (is_list(setting, table))
      add_to_list(setting, *table.find(setting.path), names);
    else
      apply_setting(setting, table, names, owner());
  }
}

std::set<std::string> FailureRules::parameters() const {
  std::set<std::string> paths;
  for (const Rule& rule : rules_)
    for (const Setting& setting : rule.settings) paths.insert(setting.path);
  return paths;
}

}  // namespace isochron
