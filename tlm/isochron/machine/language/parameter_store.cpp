// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/parameter_store.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_groups.h>
#include <isochron/machine/language/type_prototype.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::uint64_t read_limit(const YamlNode& node, const std::string& name, Quantity quantity) {
  const bool each = quantity == Quantity::dimensions || quantity == Quantity::indices;
  return read_stored(node, name + ".range", each ? Quantity::count : quantity, {});
}

/// Smallest and largest value that `declaration` has, of a parameter of this quantity.
Range read_limits(const ParameterDeclaration& declaration, Quantity quantity) {
  const auto& [least, most] = *declaration.range;
  const Range range{read_limit(least, declaration.name, quantity), read_limit(most, declaration.name, quantity)};
  if (range.min > range.max)
    throw InputError(least.position, fmt::format("the range of `{}` is empty", declaration.name),
                     "Write [smallest, largest]");
  return range;
}

Range read_range(const ParameterDeclaration& parameter) {
  Range range;
  if (parameter.quantity == Quantity::probability) range.max = certain;
  if (parameter.range) range = read_limits(parameter, parameter.quantity);
  // A 0 is how the name is stored.
  if (!parameter.instead.empty() && range.min == 0) {
    if (parameter.range)
      throw InputError(parameter.range->first.position,
                       fmt::format("`{}` can be `{}`, and cannot be 0", parameter.name, parameter.instead),
                       "Begin its range above 0");
    range.min = 1;
  }
  return range;
}

/// Gives a group's parameter a range within its own.
void narrow(Parameter& parameter, const ParameterDeclaration& change) {
  const Range range = read_limits(change, parameter.quantity);
  if (range.min < parameter.min || range.max > parameter.max)
    throw InputError(change.range->first.position,
                     fmt::format("the range of `{}` is wider than that of the group's type", parameter.path),
                     fmt::format("Stay within {}", format_range(parameter)));
  parameter.min = range.min;
  parameter.max = range.max;
  const ParameterValue value = parameter.get();
  const std::uint64_t* const number = std::get_if<std::uint64_t>(&value);
  if (change.standard.is_null() && number != nullptr && (*number < range.min || *number > range.max))
    throw InputError(change.range->first.position,
                     fmt::format("the default of `{}`, {}, is outside this range", parameter.path,
                                 format_value(value, parameter.quantity)),
                     "Add `default: ...`");
}

/// Throws InputError unless the group's type has the parameter, or several whose names begin so.
void require_inside(const std::string& name, const SourcePosition& position, const TypePrototype& prototype) {
  std::vector<std::string> known;
  for (const Parameter& parameter : prototype.table().all()) {
    if (parameter.path == name || parameter.path.rfind(name + ".", 0) == 0) return;
    known.push_back(parameter.path);
  }
  throw InputError(position, fmt::format("{} has no parameter `{}`", prototype.owner(), name.substr(0, 60)),
                   known.empty() ? "It has none" : suggestion(name, known));
}

/// A parameter's value as expressions have it.
Value value_of(const Parameter& parameter) {
  if (parameter.file != nullptr && !parameter.file->empty()) return parameter.file->path();
  const ParameterValue value = parameter.get();
  if (const std::uint64_t* const number = std::get_if<std::uint64_t>(&value))
    return Number::stored(*number, parameter.quantity);
  if (const bool* const flag = std::get_if<bool>(&value)) return *flag;
  if (const std::string* const name = std::get_if<std::string>(&value)) return *name;
  const auto& numbers = std::get<std::vector<std::uint64_t>>(value);
  if (parameter.quantity == Quantity::dimensions) return numbers;
  return NumberList{numbers};
}

/// To 2^-33 of a stored unit.
Number number_of(const DerivedValue& one) {
  constexpr double most = 4e18;  // fits in 64 bits when it is doubled
  double value = one.value;
  std::uint64_t of = 1;
  for (; value != std::floor(value) && value < most && of < std::uint64_t{1} << 33; of *= 2) value *= 2;
  return Number::stored(static_cast<std::uint64_t>(value), one.quantity) / Number::whole(of);
}

/// Stored value of a parameter that `setting` comes to; nullopt: none that it can have.
std::optional<std::uint64_t> stored_value(const Setting& setting, const Parameter& parameter, const Names& names) {
  if (!setting.value) return std::nullopt;
  try {
    const Value value = setting.value->evaluate(names);
    const Number* const number = std::get_if<Number>(&value);
    if (number == nullptr || parameter.quantity == Quantity::choice || parameter.quantity == Quantity::text)
      return std::nullopt;
    const bool each = parameter.quantity == Quantity::dimensions || parameter.quantity == Quantity::indices;
    return number->to_stored(each ? Quantity::count : parameter.quantity);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

/// `values`: those that `let` has.
ParameterProblem problem_of(const CheckDeclaration& check,
                            const std::vector<std::pair<std::string, Expression>>& values, const Names& names,
                            const ParameterTable& table) {
  ParameterProblem problem{check.at.name, check.cause.text(names), check.remedy.text(names), {}};
  for (const CheckDeclaration::Place& other : check.others) problem.others.push_back(other.name);
  if (check.others.empty()) {
    std::set<std::string> used{check.at.name};
    check.require.add_names(used);
    for (auto value = values.rbegin(); value != values.rend(); ++value)
      if (used.count(value->first) != 0) value->second.add_names(used);
    for (const std::string& name : used)
      if (table.find(name) != nullptr) problem.others.push_back(name);
  }
  for (const Setting& setting : check.tries)
    if (const Parameter* const parameter = table.find(setting.path))
      if (const std::optional<std::uint64_t> value = stored_value(setting, *parameter, names))
        problem.candidates.emplace_back(setting.path, *value);
  return problem;
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

[[noreturn]] void not_valid(const Setting& setting, const Parameter& parameter, const std::string& value) {
  wrong_value(setting, "cannot be " + value, fmt::format("Valid: {}", format_range(parameter)));
}

/// Dimensions, a list or a text as they stand there, or what a name stands for.
ParameterValue read_named(const Setting& setting, const Parameter& parameter, const Names& names) {
  const Value* const named = setting.raw.is_scalar() ? names.find(setting.raw.text) : nullptr;
  const Value value = named != nullptr ? *named : setting.value ? setting.value->evaluate(names) : Value(false);
  if (parameter.quantity == Quantity::text) {
    const std::string* const text = named == nullptr ? nullptr : std::get_if<std::string>(named);
    return text == nullptr ? read_value(setting.raw, parameter) : *text;
  }
  const bool is_list = parameter.quantity == Quantity::indices;
  const auto* const dimensions = std::get_if<std::vector<std::uint64_t>>(&value);
  const NumberList* const list = std::get_if<NumberList>(&value);
  if (is_list ? list == nullptr : dimensions == nullptr) return read_value(setting.raw, parameter);
  const std::vector<std::uint64_t>& numbers = is_list ? list->numbers : *dimensions;
  const bool fits = std::all_of(numbers.begin(), numbers.end(), [&parameter](std::uint64_t one) {
    return parameter.min <= one && one <= parameter.max;
  });
  const bool repeats = std::set<std::uint64_t>(numbers.begin(), numbers.end()).size() < numbers.size();
  if (!fits || (parameter.number != 0 && numbers.size() != parameter.number) ||
      (is_list && repeats && !parameter.repeats))
    not_valid(setting, parameter, format_value(numbers, parameter.quantity));
  return numbers;
}

void apply(const Setting& setting, const Parameter& parameter, const Names& names) {
  parameter.set(is_worked_out(parameter.quantity)
                    ? evaluated(setting, expression_of(setting, parameter), parameter, names)
                    : read_named(setting, parameter, names));
}

/// What must hold of the parameter that `counts_with` names; `holds` says whether its `when` does. Throws InputError
/// where it is no parameter, or has no such value.
Condition condition_of(const CountsWith& with, const std::string& owner, const ParameterTable& table,
                       const std::function<bool()>& holds) {
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
  if (with.when) return {with.parameter, with.values.front().text, holds};
  if (other->quantity == Quantity::choice) {
    std::vector<std::string> names;
    for (const YamlNode& value : with.values) names.push_back(std::get<std::string>(read_value(value, *other)));
    return table.is(with.parameter, names);
  }
  const YamlNode& value = with.values.front();
  if (other->quantity == Quantity::indices) {
    if (with.values.size() > 1 || value.text != "any")
      throw InputError(value.position, fmt::format("`{}` is a list: it counts with any", with.parameter),
                       fmt::format("Write {{{}: any}}", with.parameter));
    return {with.parameter, "any", [get = other->get] { return !std::get<std::vector<std::uint64_t>>(get()).empty(); }};
  }
  const bool is_number =
      other->quantity != Quantity::flag && other->quantity != Quantity::text && other->quantity != Quantity::dimensions;
  const bool has_name = is_number && !other->choices.empty();
  const auto is_name_or_zero = [get = other->get] {
    const ParameterValue now = get();
    const std::uint64_t* const number = std::get_if<std::uint64_t>(&now);
    return number == nullptr || *number == 0;
  };
  if (is_number && with.values.size() == 1 && value.text == "any")
    return {with.parameter, has_name ? quantity_name(other->quantity) : "above 0",
            [is_name_or_zero] { return !is_name_or_zero(); }};
  // Where it does not count itself, its value decides nothing.
  if (has_name && with.values.size() == 1 && value.text == other->choices.front())
    return {with.parameter, value.text, [is_name_or_zero, &table, name = with.parameter] {
              return is_name_or_zero() || !table.find(name)->counts();
            }};
  if (other->quantity == Quantity::count && with.values.size() == 2) {
    const auto least = std::get<std::uint64_t>(read_value(value, *other));
    const auto most = std::get<std::uint64_t>(read_value(with.values.back(), *other));
    const auto is_within = [get = other->get, least, most] {
      const auto number = std::get<std::uint64_t>(get());
      return least <= number && number <= most;
    };
    return {with.parameter, least == most ? std::to_string(least) : fmt::format("{} to {}", least, most), is_within};
  }
  if (with.values.size() > 1)
    throw InputError(value.position, fmt::format("`{}` is no choice: one value decides", with.parameter),
                     "Give one value");
  if (other->quantity == Quantity::flag) {
    const bool wanted = std::get<bool>(read_value(value, *other));
    return {with.parameter, value.text, [get = other->get, wanted] { return std::get<bool>(get()) == wanted; }};
  }
  if (other->quantity != Quantity::count)
    throw InputError(with.position, fmt::format("`{}` is neither a choice, a flag, a count nor a list", with.parameter),
                     "Name another parameter");
  return table.at_least(with.parameter, std::get<std::uint64_t>(read_value(value, *other)));
}

}  // namespace

struct ParameterStore::Group {
  Group(const ParameterGroup& declared, const MachineFile& file, int depth)
      : declaration(declared), prototype(declared.type, declared.type_position, file, depth) {}

  /// Names here that decide a parameter of the type: its own, or those in the expression that it is set by.
  std::vector<std::string> outer_names(const std::string& inside) const {
    if (const std::string name = outer_name(declaration, inside); !name.empty()) return {name};
    const Setting* const setting = setting_of(declaration, inside);
    if (setting == nullptr || !setting->value) return {};
    std::set<std::string> used;
    setting->value->add_names(used);
    return {used.begin(), used.end()};
  }

  /// The name here that has the value of a parameter of the type; empty: none has.
  std::string name_with_its_value(const std::string& inside) const {
    const Setting* const setting = setting_of(declaration, inside);
    const std::vector<std::string> deciding = outer_names(inside);
    if (setting == nullptr || deciding.empty()) return outer_name(declaration, inside);
    return setting->value->text() == deciding.front() ? deciding.front() : "";
  }

  const ParameterGroup& declaration;
  TypePrototype prototype;
  std::vector<std::pair<const Setting*, const Parameter*>> settings;  ///< of what the group sets
  std::vector<std::string> names;                                     ///< of its parameters here
};

ParameterStore::ParameterStore(const TypeDeclaration& type, const MachineFile& file, int depth) : type_(type) {
  for (const ParameterDeclaration& one : type.parameters) {
    if (one.kind == ParameterDeclaration::Kind::own)
      add_own(one);
    else if (one.kind == ParameterDeclaration::Kind::group)
      add_group(one, file, depth + 1);
    else
      change(one);
  }
  if (!type.presets.empty()) presets_ = std::make_unique<ParameterPresets>(type.presets, table_);
  std::size_t group = 0;
  for (const ParameterDeclaration& one : type.parameters) {
    const bool is_group = one.kind == ParameterDeclaration::Kind::group;
    const std::vector<std::string> names = is_group ? groups_[group++]->names : std::vector<std::string>{one.name};
    for (const CountsWith& with : one.conditions)
      if (!names.empty())
        table_.counts_where(condition_of(with, one.name, table_, [this, &with] { return holds(with); }), names);
  }
  if (!type.checks.empty() || !groups_.empty()) table_.check([this] { return problems(); });
}

ParameterStore::~ParameterStore() = default;

bool ParameterStore::holds(const CountsWith& with) const {
  try {
    return with.when->flag(current(), "`when`");
  } catch (const InputError&) {  // problems() says so
    return true;
  }
}

void ParameterStore::require_new(const std::string& name, const SourcePosition& position) const {
  if (table_.find(name) != nullptr)
    throw InputError(position, fmt::format("the parameter `{}` is there twice", name), "Give one another name");
}

void ParameterStore::add_own(const ParameterDeclaration& one) {
  require_new(one.name, one.position);
  fields_.push_back(std::make_unique<Field>());
  Field& field = *fields_.back();
  field.range = read_range(one);
  if (!one.instead.empty()) {
    add_with_name(table_, one, field.number, field.range);
  } else {
    switch (one.quantity) {
      case Quantity::bytes:
        table_.bytes(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::duration:
        table_.duration(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::data_rate:
        table_.data_rate(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::frequency:
        table_.frequency(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::event_rate:
        table_.event_rate(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::bits:
        table_.bits(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::fraction:
        table_.fraction(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::probability:
        table_.probability(one.name, field.number, field.range, one.about, one.source);
        break;
      case Quantity::flag:
        table_.flag(one.name, field.flag, one.about, one.source);
        break;
      case Quantity::indices:
        if (one.repeats)
          table_.numbers(one.name, field.list, field.range, one.about, one.source);
        else
          table_.indices(one.name, field.list, field.range, one.about, one.source);
        break;
      case Quantity::dimensions:
        // As many as the default has.
        table_.dimensions(one.name, field.list, 0, field.range, one.about, one.source);
        break;
      case Quantity::choice:
        table_.choice(one.name, field.number, one.choices, one.about, one.source);
        break;
      default:
        table_.count(one.name, field.number, field.range, one.about, one.source);
    }
  }
  Parameter& parameter = *table_.find(one.name);
  parameter.set(read_value(one.standard, parameter));
  if (one.quantity == Quantity::dimensions) parameter.number = field.list.size();
}

void ParameterStore::add_group(const ParameterDeclaration& one, const MachineFile& file, int depth) {
  const ParameterGroup& group = one.group;
  groups_.push_back(std::make_unique<Group>(group, file, depth));
  Group& added = *groups_.back();
  const ParameterTable& inside = added.prototype.table();
  for (const std::vector<ParameterGroup::Name>& names : {group.names, group.without})
    for (const ParameterGroup::Name& name : names) require_inside(name.inside, name.position, added.prototype);
  for (const Setting& setting : group.settings) {
    require_inside(setting.path, setting.position, added.prototype);
    if (const Parameter* const parameter = inside.find(setting.path)) added.settings.emplace_back(&setting, parameter);
  }
  const ParameterTable outside = inside.renamed([&group](const std::string& name) { return outer_name(group, name); });
  for (const Parameter& parameter : outside.all()) {
    require_new(parameter.path, one.position);
    added.names.push_back(parameter.path);
  }
  table_.include(outside);
}

void ParameterStore::change(const ParameterDeclaration& one) {
  const std::vector<Parameter*> found = table_.within(one.name);
  if (found.empty()) {
    std::vector<std::string> known;
    for (const std::unique_ptr<Group>& group : groups_)
      known.insert(known.end(), group->names.begin(), group->names.end());
    const std::string meant = nearest(one.name, known);
    throw InputError(
        one.position, fmt::format("`{}` has no `type`, and no group above has such a parameter", one.name),
        meant.empty() ? "Add `type: count`, or what it measures" : fmt::format("Did you mean `{}`?", meant));
  }
  for (Parameter* const parameter : found) {
    if (one.range) narrow(*parameter, one);
    if (!one.standard.is_null()) parameter->set(read_value(one.standard, *parameter));
    if (!one.about.empty()) parameter->doc = one.about;
    if (!one.source.empty()) parameter->source = one.source;
  }
}

std::vector<ParameterProblem> ParameterStore::problems() const {
  const bool asks_names = !type_.checks.empty() || std::any_of(groups_.begin(), groups_.end(), [](const auto& group) {
    return !group->settings.empty();
  });
  const Names* names = nullptr;
  std::string why;
  try {
    if (asks_names) names = &current();
  } catch (const InputError& error) {
    why = error.what();
  }
  std::vector<ParameterProblem> found;
  for (const std::unique_ptr<Group>& group : groups_)
    for (ParameterProblem& problem : problems_of(*group, names)) found.push_back(std::move(problem));
  if (names != nullptr) {
    for (ParameterProblem& problem : problems_of_checks(*names)) found.push_back(std::move(problem));
  } else if (!type_.checks.empty()) {
    const CheckDeclaration& first = type_.checks.front();
    found.push_back(
        {first.at.name, fmt::format("the check at {} cannot be worked out", first.position.text()), why, {}});
  }
  return found;
}

std::vector<ParameterProblem> ParameterStore::problems_of(const Group& group, const Names* names) const {
  const ParameterTable& inside = group.prototype.table();
  if (names != nullptr)
    for (const auto& [setting, parameter] : group.settings) try {
        apply(*setting, *parameter, *names);
      } catch (const InputError&) {  // the part that takes the group has the same problem
      }
  std::vector<ParameterProblem> found;
  for (ParameterProblem& problem : inside.problems()) {
    const auto at = [this, &group](const std::string& path) -> std::string {
      for (const std::string& name : group.outer_names(path))
        if (table_.find(name) != nullptr) return name;
      return {};
    };
    std::string blamed = at(problem.path);
    std::vector<std::string> others;
    for (const std::string& path : problem.others)
      for (std::string& name : group.outer_names(path)) {
        if (blamed.empty() && table_.find(name) != nullptr) blamed = name;
        others.push_back(std::move(name));
      }
    // What no parameter here decides, the part that takes the group says; what does not count here is no problem.
    if (blamed.empty() || !table_.find(blamed)->counts()) continue;
    problem.path = std::move(blamed);
    problem.others = std::move(others);
    for (auto& [path, value] : problem.candidates) path = group.name_with_its_value(path);
    found.push_back(std::move(problem));
  }
  return found;
}

std::vector<DerivedValue> ParameterStore::derived() const {
  std::vector<DerivedValue> all;
  for (const std::unique_ptr<Group>& group : groups_)
    for (DerivedValue& one : group->prototype.derived()) {
      one.name = outer_name(group->declaration, one.name);
      if (!one.name.empty() && table_.find(one.name) == nullptr) all.push_back(std::move(one));
    }
  return all;
}

Names ParameterStore::names() const {
  return current();
}

const Names& ParameterStore::current() const {
  const std::vector<Parameter>& all = table_.all();
  if (slots_.empty())
    for (const Parameter& parameter : all) slots_.push_back(&names_.slot(parameter.path));
  for (std::size_t i = 0; i < all.size(); ++i) *slots_[i] = value_of(all[i]);
  for (const DerivedValue& one : derived()) names_.set(one.name, number_of(one));
  // A choice may have a value of the same name.
  for (const auto& [name, value] : type_.values) names_.forget(name);
  for (const auto& [name, value] : type_.values) names_.set(name, value.evaluate(names_));
  return names_;
}

std::vector<ParameterProblem> ParameterStore::problems_of_checks(const Names& names) const {
  std::vector<ParameterProblem> found;
  const CheckDeclaration* checked = nullptr;
  try {
    for (const CheckDeclaration& check : type_.checks) {
      checked = &check;
      if (!check.require.flag(names, "`require`") && table_.find(check.at.name)->counts())
        found.push_back(problem_of(check, type_.values, names, table_));
    }
  } catch (const InputError& error) {
    found.push_back({checked->at.name,
                     fmt::format("the check at {} cannot be worked out", checked->position.text()),
                     error.what(),
                     {}});
  }
  return found;
}

void check_setting(const Setting& setting, const ParameterTable& table, const Expression::Scope& scope,
                   const std::string& owner) {
  const Parameter& parameter = parameter_of(setting, table, owner);
  if (!is_worked_out(parameter.quantity)) return;
  const Expression& value = expression_of(setting, parameter);
  Expression::Words words{parameter.choices};
  try {
    value.check(scope, setting.path, words);
  } catch (const InputError&) {
    // Check again for the full message: only errors need the list of names, which is slow to make.
    std::vector<std::string> others;
    for (const auto& [name, its] : scope) others.push_back(name);
    words.valid = format_range(parameter) + names_here(others);
    value.check(scope, fmt::format("`{}`", setting.path), words);
  }
}

void apply_setting(const Setting& setting, const ParameterTable& table, const Names& names, const std::string& owner) {
  apply(setting, parameter_of(setting, table, owner), names);
}

}  // namespace isochron
