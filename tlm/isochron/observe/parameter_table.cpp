// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/parameter_table.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace isochron {

bool Parameter::counts() const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [](const Condition& condition) { return condition.holds(); });
}

Parameter& ParameterTable::add(std::string path, Quantity quantity, Range range, std::string doc, std::string source) {
  constexpr std::size_t usual = 16;
  if (parameters_.capacity() == 0) parameters_.reserve(usual);
  Parameter parameter;
  parameter.path = std::move(path);
  parameter.quantity = quantity;
  parameter.min = range.min;
  parameter.max = range.max;
  parameter.doc = std::move(doc);
  parameter.source = std::move(source);
  parameters_.push_back(std::move(parameter));
  return parameters_.back();
}

void ParameterTable::integer(std::string path, Quantity quantity, std::uint64_t& field, Range range, std::string doc,
                             std::string source) {
  Parameter& parameter = add(std::move(path), quantity, range, std::move(doc), std::move(source));
  parameter.get = [&field] { return ParameterValue(field); };
  parameter.set = [&field](const ParameterValue& value) { field = std::get<std::uint64_t>(value); };
}

void ParameterTable::count(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source) {
  integer(std::move(path), Quantity::count, field, range, std::move(doc), std::move(source));
}

void ParameterTable::count_or(std::string path, std::uint64_t& field, const std::string& name, Range range,
                              std::string doc, std::string source) {
  integer_or(std::move(path), Quantity::count, field, name, range, std::move(doc), std::move(source));
}

void ParameterTable::bytes(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source) {
  integer(std::move(path), Quantity::bytes, field, range, std::move(doc), std::move(source));
}

void ParameterTable::bytes_or(std::string path, std::uint64_t& field, const std::string& name, Range range,
                              std::string doc, std::string source) {
  integer_or(std::move(path), Quantity::bytes, field, name, range, std::move(doc), std::move(source));
}

void ParameterTable::integer_or(std::string path, Quantity quantity, std::uint64_t& field, const std::string& name,
                                Range range, std::string doc, std::string source) {
  Parameter& parameter = add(std::move(path), quantity, range, std::move(doc), std::move(source));
  parameter.choices = {name};
  parameter.get = [&field, name] { return field == 0 ? ParameterValue(name) : ParameterValue(field); };
  parameter.set = [&field](const ParameterValue& value) {
    const std::uint64_t* const number = std::get_if<std::uint64_t>(&value);
    field = number == nullptr ? 0 : *number;
  };
}

void ParameterTable::duration(std::string path, std::uint64_t& picoseconds, Range range, std::string doc,
                              std::string source) {
  integer(std::move(path), Quantity::duration, picoseconds, range, std::move(doc), std::move(source));
}

void ParameterTable::duration_or(std::string path, std::uint64_t& picoseconds, const std::string& name, Range range,
                                 std::string doc, std::string source) {
  integer_or(std::move(path), Quantity::duration, picoseconds, name, range, std::move(doc), std::move(source));
}

void ParameterTable::data_rate(std::string path, std::uint64_t& bits_per_second, Range range, std::string doc,
                               std::string source) {
  integer(std::move(path), Quantity::data_rate, bits_per_second, range, std::move(doc), std::move(source));
}

void ParameterTable::data_rate_or(std::string path, std::uint64_t& bits_per_second, const std::string& name,
                                  Range range, std::string doc, std::string source) {
  integer_or(std::move(path), Quantity::data_rate, bits_per_second, name, range, std::move(doc), std::move(source));
}

void ParameterTable::frequency(std::string path, std::uint64_t& hertz, Range range, std::string doc,
                               std::string source) {
  integer(std::move(path), Quantity::frequency, hertz, range, std::move(doc), std::move(source));
}

void ParameterTable::event_rate(std::string path, std::uint64_t& millionths_per_second, Range range, std::string doc,
                                std::string source) {
  integer(std::move(path), Quantity::event_rate, millionths_per_second, range, std::move(doc), std::move(source));
}

void ParameterTable::bits(std::string path, std::uint64_t& field, Range range, std::string doc, std::string source) {
  integer(std::move(path), Quantity::bits, field, range, std::move(doc), std::move(source));
}

void ParameterTable::fraction(std::string path, std::uint64_t& millionths, Range range, std::string doc,
                              std::string source) {
  integer(std::move(path), Quantity::fraction, millionths, range, std::move(doc), std::move(source));
}

void ParameterTable::probability(std::string path, std::uint64_t& field, Range range, std::string doc,
                                 std::string source) {
  integer(std::move(path), Quantity::probability, field, range, std::move(doc), std::move(source));
}

void ParameterTable::flag(std::string path, bool& field, std::string doc, std::string source) {
  Parameter& parameter = add(std::move(path), Quantity::flag, {}, std::move(doc), std::move(source));
  parameter.get = [&field] { return ParameterValue(field); };
  parameter.set = [&field](const ParameterValue& value) { field = std::get<bool>(value); };
}

void ParameterTable::indices(std::string path, std::vector<std::uint64_t>& field, Range each, std::string doc,
                             std::string source) {
  list(std::move(path), Quantity::indices, field, each, std::move(doc), std::move(source));
}

void ParameterTable::numbers(std::string path, std::vector<std::uint64_t>& field, Range each, std::string doc,
                             std::string source) {
  list(std::move(path), Quantity::indices, field, each, std::move(doc), std::move(source));
  parameters_.back().repeats = true;
}

void ParameterTable::dimensions(std::string path, std::vector<std::uint64_t>& field, std::size_t number, Range each,
                                std::string doc, std::string source) {
  list(std::move(path), Quantity::dimensions, field, each, std::move(doc), std::move(source));
  parameters_.back().number = number;
}

void ParameterTable::file_or(std::string path, FilePath& field, const std::string& name, std::string doc,
                             std::string source) {
  Parameter& parameter = add(std::move(path), Quantity::text, {1, 1000}, std::move(doc), std::move(source));
  parameter.choices = {name};
  parameter.file = &field;
  parameter.get = [&field, name] { return ParameterValue(field.empty() ? name : field.name); };
  parameter.set = [&field, name](const ParameterValue& value) {
    const std::string& text = std::get<std::string>(value);
    field.name = text == name ? std::string() : text;
  };
}

void ParameterTable::list(std::string path, Quantity quantity, std::vector<std::uint64_t>& field, Range each,
                          std::string doc, std::string source) {
  Parameter& parameter = add(std::move(path), quantity, each, std::move(doc), std::move(source));
  parameter.get = [&field] { return ParameterValue(field); };
  parameter.set = [&field](const ParameterValue& value) { field = std::get<std::vector<std::uint64_t>>(value); };
}

void ParameterTable::absent(const std::string& path, const std::function<Absence(const std::string&)>& absent) {
  for (Parameter& parameter : parameters_)
    if (parameter.path == path) parameter.absent = absent;
}

void ParameterTable::nest(const std::string& prefix, ParameterTable inner) {
  for (Parameter& parameter : inner.parameters_) {
    parameter.path = prefix + "." + parameter.path;
    for (Condition& condition : parameter.conditions) {
      condition.path = prefix + "." + condition.path;
      for (std::string& path : condition.instead) path.insert(0, prefix + ".");
    }
  }
  for (Check& check : inner.checks_) check.prefix = prefix + "." + check.prefix;
  include(std::move(inner));
}

void ParameterTable::include(ParameterTable inner) {
  std::move(inner.parameters_.begin(), inner.parameters_.end(), std::back_inserter(parameters_));
  std::move(inner.checks_.begin(), inner.checks_.end(), std::back_inserter(checks_));
}

ParameterTable ParameterTable::renamed(const std::function<std::string(const std::string&)>& name) const {
  ParameterTable table;
  for (Parameter parameter : parameters_) {
    parameter.path = name(parameter.path);
    if (parameter.path.empty()) continue;
    std::vector<Condition> conditions;
    for (Condition& condition : parameter.conditions) {
      condition.path = name(condition.path);
      if (condition.path.empty()) continue;
      for (std::string& path : condition.instead) path = name(path);
      condition.instead.erase(std::remove(condition.instead.begin(), condition.instead.end(), ""),
                              condition.instead.end());
      conditions.push_back(std::move(condition));
    }
    parameter.conditions = std::move(conditions);
    table.parameters_.push_back(std::move(parameter));
  }
  return table;
}

ParameterTable ParameterTable::part(const std::string& name) const {
  const auto within = [prefix = name + "."](std::string& path) {
    const bool inside = path.rfind(prefix, 0) == 0;
    if (inside) path.erase(0, prefix.size());
    return inside;
  };
  ParameterTable inner;
  for (Parameter parameter : parameters_) {
    if (!within(parameter.path)) continue;
    for (Condition& condition : parameter.conditions) {
      within(condition.path);
      for (std::string& path : condition.instead) within(path);
    }
    inner.parameters_.push_back(std::move(parameter));
  }
  inner.check([whole = *this, within] {
    std::vector<ParameterProblem> found = whole.problems();
    for (ParameterProblem& problem : found) {
      within(problem.path);
      for (std::string& path : problem.others) within(path);
      for (auto& [path, value] : problem.candidates) within(path);
    }
    return found;
  });
  return inner;
}

void ParameterTable::counts_where(const Condition& condition, const std::vector<std::string>& paths,
                                  const std::vector<std::string>& instead) {
  for (const std::string& path : paths) {
    const std::vector<Parameter*> found = within(path);
    for (Parameter* const parameter : found) {
      parameter->conditions.push_back(condition);
      parameter->conditions.back().instead = instead;
    }
    if (found.empty()) throw std::logic_error("no parameter " + path + " to have a condition");
  }
}

Condition ParameterTable::is(const std::string& path, const std::vector<std::string>& names) const {
  std::string values;
  for (const std::string& name : names) values += (values.empty() ? "" : " or ") + name;
  return {path, values, [get = getter(path), names] {
            return std::find(names.begin(), names.end(), std::get<std::string>(get())) != names.end();
          }};
}

Condition ParameterTable::at_least(const std::string& path, std::uint64_t least) const {
  return {path, std::to_string(least) + " or more",
          [get = getter(path), least] { return std::get<std::uint64_t>(get()) >= least; }};
}

std::function<ParameterValue()> ParameterTable::getter(const std::string& path) const {
  const Parameter* const parameter = find(path);
  if (parameter == nullptr) throw std::logic_error("no parameter " + path + " to decide");
  return parameter->get;
}

void ParameterTable::check(std::function<std::vector<ParameterProblem>()> problems) {
  checks_.push_back({"", std::move(problems)});
}

std::vector<ParameterProblem> ParameterTable::problems() const {
  std::vector<ParameterProblem> found;
  for (const Check& check : checks_)
    for (ParameterProblem& problem : check.problems()) {
      problem.path.insert(0, check.prefix);
      const Parameter* const blamed = find(problem.path);
      if (!check.prefix.empty() && blamed != nullptr && !blamed->counts()) continue;
      for (std::string& path : problem.others) path.insert(0, check.prefix);
      for (auto& [path, value] : problem.candidates) path.insert(0, check.prefix);
      found.push_back(std::move(problem));
    }
  return found;
}

std::vector<Parameter*> ParameterTable::within(const std::string& path) {
  std::vector<Parameter*> found;
  for (Parameter& parameter : parameters_) {
    const std::string& one = parameter.path;
    const bool begins_so = one.compare(0, path.size(), path) == 0;
    if (begins_so && (one.size() == path.size() || one[path.size()] == '.')) found.push_back(&parameter);
  }
  return found;
}

Parameter* ParameterTable::find(const std::string& path) {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& parameter) { return parameter.path == path; });
  return found == parameters_.end() ? nullptr : &*found;
}

const Parameter* ParameterTable::find(const std::string& path) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& parameter) { return parameter.path == path; });
  return found == parameters_.end() ? nullptr : &*found;
}

}  // namespace isochron
