// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_store.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::uint64_t read_limit(const YamlNode& node, const ParameterDeclaration& parameter) {
  const bool each = parameter.quantity == Quantity::dimensions;
  return read_stored(node, parameter.name + ".range", each ? Quantity::count : parameter.quantity, {});
}

[[noreturn]] void wrong_value(const Setting& setting, const std::string& cause, const std::string& remedy) {
  throw InputError(setting.raw.position, fmt::format("`{}`: {}", setting.path, cause), remedy);
}

/// What a value may name besides, for a sentence.
std::string names_here(const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format(", or an expression; names that it may have: {}", fmt::join(names, ", "));
}

/// A name where a choice, or a number with a name, is wanted.
ParameterValue read_name(const Setting& setting, const Parameter& parameter, const std::string& name,
                         const Names& names) {
  if (std::find(parameter.choices.begin(), parameter.choices.end(), name) != parameter.choices.end()) return name;
  const std::vector<std::string> others = names.all();
  std::vector<std::string> known = parameter.choices;
  known.insert(known.end(), others.begin(), others.end());
  const std::string meant = nearest(name, known);
  wrong_value(setting, fmt::format("unknown name `{}`", name.substr(0, 60)),
              meant.empty() ? fmt::format("Valid: {}{}", format_range(parameter), names_here(others))
                            : fmt::format("Did you mean `{}`?", meant));
}

ParameterValue evaluated(const Setting& setting, const Expression& expression, const Parameter& parameter,
                         const Names& names) {
  const Value value = expression.evaluate(names);
  if (const std::string* const name = std::get_if<std::string>(&value))
    return read_name(setting, parameter, *name, names);
  if (const bool* const flag = std::get_if<bool>(&value)) {
    if (parameter.quantity == Quantity::flag) return *flag;
    // `on` and `off` are names of choices as any other, but true and false are not.
    wrong_value(setting, fmt::format("true or false instead of {}", quantity_name(parameter.quantity)),
                fmt::format("Valid: {}", format_range(parameter)));
  }
  if (parameter.quantity == Quantity::flag || parameter.quantity == Quantity::choice)
    wrong_value(setting, fmt::format("{} instead of {}", kind_of(value), quantity_name(parameter.quantity)),
                fmt::format("Valid: {}", format_range(parameter)));
  const Number* const number = std::get_if<Number>(&value);
  if (number == nullptr)
    wrong_value(setting, fmt::format("{} instead of {}", kind_of(value), quantity_name(parameter.quantity)),
                fmt::format("Valid: {}", format_range(parameter)));
  std::uint64_t stored = 0;
  try {
    stored = number->to_stored(parameter.quantity);
  } catch (const ValueError& error) {
    wrong_value(setting, error.what(), error.remedy());
  }
  if (stored < parameter.min || stored > parameter.max)
    wrong_value(setting, fmt::format("cannot be {}", format_stored(stored, parameter.quantity)),
                fmt::format("Valid: {}", format_range(parameter)));
  return stored;
}

/// Throws InputError where `table` has none of this path.
const Parameter& parameter_of(const Setting& setting, const ParameterTable& table, const std::string& owner) {
  if (const Parameter* const parameter = table.find(setting.path)) return *parameter;
  std::vector<std::string> known;
  for (const Parameter& other : table.all()) known.push_back(other.path);
  throw InputError(setting.position, fmt::format("{} has no parameter `{}`", owner, setting.path.substr(0, 60)),
                   known.empty() ? "It has none" : suggestion(setting.path, known));
}

/// What a file says of it is an expression.
bool is_worked_out(Quantity quantity) {
  return quantity != Quantity::dimensions && quantity != Quantity::text && quantity != Quantity::indices;
}

/// Throws InputError where there is none.
const Expression& expression_of(const Setting& setting, const Parameter& parameter) {
  if (!setting.raw.is_scalar())
    wrong_value(setting, fmt::format("{} instead of {}", setting.raw.kind_name(), quantity_name(parameter.quantity)),
                fmt::format("Valid: {}", format_range(parameter)));
  if (!setting.value) throw InputError(setting.problem);
  return *setting.value;
}

/// A number that may also be a name.
void add_with_name(ParameterTable& table, const ParameterDeclaration& one, std::uint64_t& number, Range range) {
  switch (one.quantity) {
    case Quantity::bytes:
      table.bytes_or(one.name, number, one.instead, range, one.about, one.source);
      break;
    case Quantity::duration:
      table.duration_or(one.name, number, one.instead, range, one.about, one.source);
      break;
    case Quantity::data_rate:
      table.data_rate_or(one.name, number, one.instead, range, one.about, one.source);
      break;
    default:
      table.count_or(one.name, number, one.instead, range, one.about, one.source);
  }
}

/// Dimensions as they stand there, or a name for some.
ParameterValue read_dimensions(const Setting& setting, const Parameter& parameter, const Names& names) {
  if (!setting.value) return read_value(setting.raw, parameter);
  const Value value = setting.value->evaluate(names);
  const auto* const dimensions = std::get_if<std::vector<std::uint64_t>>(&value);
  if (dimensions == nullptr) return read_value(setting.raw, parameter);
  const bool fits = std::all_of(dimensions->begin(), dimensions->end(), [&parameter](std::uint64_t one) {
    return parameter.min <= one && one <= parameter.max;
  });
  if (!fits || (parameter.number != 0 && dimensions->size() != parameter.number))
    wrong_value(setting, fmt::format("cannot be {}", format_dimensions(*dimensions)),
                fmt::format("Valid: {}", format_range(parameter)));
  return *dimensions;
}

/// What must hold of the parameter that `counts_with` names. Throws InputError where it is none, or has no such value.
Condition condition_of(const CountsWith& with, const std::string& owner, const ParameterTable& table) {
  const Parameter* const other = table.find(with.parameter);
  if (other == nullptr || with.parameter == owner) {
    std::vector<std::string> known;
    for (const Parameter& one : table.all())
      if (one.path != owner) known.push_back(one.path);
    throw InputError(
        with.position,
        fmt::format("`{}` counts with `{}`, which is no other parameter here", owner, with.parameter.substr(0, 60)),
        known.empty() ? "Leave `counts_with` out" : suggestion(with.parameter, known));
  }
  if (other->quantity == Quantity::choice) {
    std::vector<std::string> names;
    for (const YamlNode& value : with.values) names.push_back(std::get<std::string>(read_value(value, *other)));
    return table.is(with.parameter, names);
  }
  const YamlNode& value = with.values.front();
  if (with.values.size() > 1)
    throw InputError(value.position, fmt::format("`{}` is no choice: one value decides", with.parameter),
                     "Give one value");
  if (other->quantity == Quantity::flag) {
    const bool wanted = std::get<bool>(read_value(value, *other));
    return {with.parameter, value.text, [get = other->get, wanted] { return std::get<bool>(get()) == wanted; }};
  }
  if (other->quantity != Quantity::count)
    throw InputError(with.position, fmt::format("`{}` is neither a choice, a flag nor a count", with.parameter),
                     "Name another parameter");
  return table.at_least(with.parameter, std::get<std::uint64_t>(read_value(value, *other)));
}

}  // namespace

ParameterStore::ParameterStore(const std::vector<ParameterDeclaration>& declarations) : declarations_(declarations) {
  for (const ParameterDeclaration& parameter : declarations) {
    auto field = std::make_unique<Field>();
    if (parameter.range) {
      field->range = {read_limit(parameter.range->first, parameter), read_limit(parameter.range->second, parameter)};
      if (field->range.min > field->range.max)
        throw InputError(parameter.range->first.position, fmt::format("the range of `{}` is empty", parameter.name),
                         "Write [smallest, largest]");
    }
    // A 0 is how the name is stored.
    if (!parameter.instead.empty() && field->range.min == 0) {
      if (parameter.range)
        throw InputError(parameter.range->first.position,
                         fmt::format("`{}` can be `{}`, and cannot be 0", parameter.name, parameter.instead),
                         "Begin its range above 0");
      field->range.min = 1;
    }
    fields_.push_back(std::move(field));
  }
  const ParameterTable all = table();
  for (const ParameterDeclaration& declaration : declarations) {
    const Parameter& parameter = *all.find(declaration.name);
    parameter.set(read_value(declaration.standard, parameter));
  }
}

ParameterTable ParameterStore::table() {
  ParameterTable table;
  for (std::size_t i = 0; i < declarations_.size(); ++i) {
    const ParameterDeclaration& one = declarations_[i];
    Field& field = *fields_[i];
    if (!one.instead.empty()) {
      add_with_name(table, one, field.number, field.range);
      continue;
    }
    switch (one.quantity) {
      case Quantity::bytes:
        table.bytes(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::duration:
        table.duration(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::data_rate:
        table.data_rate(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::frequency:
        table.frequency(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::event_rate:
        table.event_rate(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::bits:
        table.bits(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::fraction:
        table.fraction(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::flag:
        table.flag(one.name, field.flag, one.about, one.source);
        break;
      case Quantity::dimensions:
        table.dimensions(one.name, field.dimensions, field.dimensions.size(), field.range, one.about, one.source);
        break;
      case Quantity::choice:
        table.choice(one.name, field.number, one.choices, one.about, one.source);
        break;
      default:
        table.count(one.name, field.number, field.range, one.about, one.source);
    }
  }
  add_conditions(table);
  return table;
}

void ParameterStore::add_conditions(ParameterTable& table) const {
  for (const ParameterDeclaration& one : declarations_)
    for (const CountsWith& with : one.conditions) table.counts_where(condition_of(with, one.name, table), {one.name});
}

Names ParameterStore::names() const {
  Names names;
  for (std::size_t i = 0; i < declarations_.size(); ++i) {
    const ParameterDeclaration& one = declarations_[i];
    if (one.quantity == Quantity::flag)
      names.set(one.name, fields_[i]->flag);
    else if (one.quantity == Quantity::choice)
      names.set(one.name, one.choices.at(fields_[i]->number));
    else if (!one.instead.empty() && fields_[i]->number == 0)
      names.set(one.name, one.instead);
    else if (one.quantity == Quantity::dimensions)
      names.set(one.name, fields_[i]->dimensions);
    else
      names.set(one.name, Number::stored(fields_[i]->number, one.quantity));
  }
  return names;
}

void check_setting(const Setting& setting, const ParameterTable& table, const Expression::Scope& scope,
                   const std::string& owner) {
  const Parameter& parameter = parameter_of(setting, table, owner);
  if (!is_worked_out(parameter.quantity)) return;
  std::vector<std::string> others;
  for (const auto& [name, its] : scope) others.push_back(name);
  Expression::Words words{parameter.choices};
  words.valid = format_range(parameter) + names_here(others);
  expression_of(setting, parameter).check(scope, fmt::format("`{}`", setting.path), words);
}

void apply_setting(const Setting& setting, const ParameterTable& table, const Names& names, const std::string& owner) {
  const Parameter& parameter = parameter_of(setting, table, owner);
  if (parameter.quantity == Quantity::dimensions)
    parameter.set(read_dimensions(setting, parameter, names));
  else if (is_worked_out(parameter.quantity))
    parameter.set(evaluated(setting, expression_of(setting, parameter), parameter, names));
  else
    parameter.set(read_value(setting.raw, parameter));
}

}  // namespace isochron
