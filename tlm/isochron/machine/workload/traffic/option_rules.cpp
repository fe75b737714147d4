// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/option_rules.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/language/idle_numbers.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

Condition condition_of(const OptionRule& rule, const ParameterTable& table) {
  const Parameter& with = *table.find(rule.with);
  if (with.quantity == Quantity::choice) return table.is(rule.with, rule.values);
  if (with.quantity == Quantity::flag) return {rule.with, "true", [get = with.get] { return std::get<bool>(get()); }};
  return table.at_least(rule.with, std::stoull(rule.values.front()));
}

/// "rate" of "rate.weights".
std::string option_of(const Setting& setting, const ParameterTable& table) {
  if (table.find(setting.path) != nullptr) return setting.path;
  return setting.path.substr(0, setting.path.find('.'));
}

/// It asks for nothing.
bool is_off(const Parameter* parameter) {
  if (parameter == nullptr) return false;
  const ParameterValue value = parameter->get();
  if (const bool* const flag = std::get_if<bool>(&value)) return !*flag;
  const bool may_be_none =
      parameter->path == "streams" || parameter->path == "rebuild_every" || parameter->path == "rebuild_bytes";
  return may_be_none && value == ParameterValue(std::uint64_t{0});
}

/// Where the option is; nullopt: nowhere.
std::optional<SourcePosition> place_of(const OptionsAsked& asked, const std::string& option,
                                       const ParameterTable& table) {
  if (option == "file") return asked.file;
  if (option == "after") return asked.after;
  if (is_off(table.find(option))) return std::nullopt;
  for (const Setting& setting : asked.settings)
    if (option_of(setting, table) == option) return setting.position;
  return std::nullopt;
}

}  // namespace

const std::vector<OptionRule>& traffic_option_rules() {
  static const std::vector<std::string> rated{"constant", "poisson", "on_off"};
  static const std::vector<OptionRule> rules{
      {"rate", "arrivals", rated, "Add `rate: 240 MB/s`, what a source asks for"},
      {"per", "arrivals", rated},
      {"io", "arrivals", {"constant", "poisson", "on_off", "closed", "at_start", "following"}},
      {"ios", "arrivals", {"constant", "poisson", "on_off", "closed", "at_start", "trace"}},
      {"outstanding", "arrivals", {"closed"}},
      {"on", "arrivals", {"on_off"}},
      {"off", "arrivals", {"on_off"}},
      {"file", "arrivals", {"trace"}, "Add `file: NAME.csv`, the trace"},
      {"repeat", "arrivals", {"trace"}},
      {"after", "arrivals", {"following"}, "Add `after: NAME`, the traffic that it follows"},
      {"writes", "kind", {"mix"}},
      {"acknowledged", "kind", {"write", "mix"}},
      {"request", "kind", {"read", "write", "mix"}},
      {"timeout", "kind", {"read", "write", "mix"}},
      {"retries", "kind", {"read", "write", "mix"}},
      {"addresses", "kind", {"read", "write", "mix"}},
      {"window", "kind", {"read", "write", "mix"}},
      {"align", "kind", {"read", "write", "mix"}},
      {"streams", "kind", {"push"}},
      {"rebuild_every", "kind", {"push"}},
      {"rebuild_every", "arrivals", rated},
      {"rebuild_parts", "rebuild_every", {"1"}},
      {"rebuild_bytes", "kind", {"push"}},
      {"rebuild_bytes", "arrivals", {"constant"}},
      {"zipf", "destination", {"zipf"}},
      {"streams", "destination", {"streams"}, "Add `streams: 2000`, how many there are"},
      {"stream_rate", "streams", {"1"}},
      {"client_buffer", "streams", {"1"}},
      {"way_of", "ways", {"2"}},
  };
  return rules;
}

std::string values_text(const OptionRule& rule, const ParameterTable& table) {
  return condition_of(rule, table).values;
}

void add_rules(const std::vector<OptionRule>& rules, ParameterTable& table) {
  for (const OptionRule& rule : rules)
    if (table.find(rule.option) != nullptr) table.counts_where(condition_of(rule, table), {rule.option});
}

bool has_effect(const std::vector<OptionRule>& rules, const std::string& option, const ParameterTable& table) {
  return std::all_of(rules.begin(), rules.end(), [&](const OptionRule& rule) {
    return rule.option != option || condition_of(rule, table).holds();
  });
}

void check_rules(const std::vector<OptionRule>& rules, const OptionsAsked& asked, const ParameterTable& table,
                 const Names& names) {
  for (const OptionRule& rule : rules) {
    const Condition condition = condition_of(rule, table);
    const std::optional<SourcePosition> place = place_of(asked, rule.option, table);
    const auto decides = std::find_if(asked.settings.begin(), asked.settings.end(),
                                      [&rule](const Setting& setting) { return setting.path == rule.with; });
    const Parameter& with = *table.find(rule.with);
    const std::string has = fmt::format("`{}: {}`", rule.with, format_value(with.get(), with.quantity));
    if (!place && !rule.needed.empty() && condition.holds())
      throw InputError(asked.position, fmt::format("{} has no `{}`, and {}", asked.owner, rule.option, has),
                       rule.needed);
    if (!place || condition.holds()) continue;
    if (decides != asked.settings.end() && depends_on_names(*decides, names)) continue;
    throw InputError(*place,
                     fmt::format("{} has `{}` and {}: `{}` goes with `{}: {}` alone", asked.owner, rule.option, has,
                                 rule.option, rule.with, condition.values),
                     fmt::format("Take `{}` out, or change `{}`", rule.option, rule.with));
  }
}

}  // namespace isochron
