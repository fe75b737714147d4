// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/value_reader.h>

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

std::string format_range(Range range, Quantity quantity) {
  if (range.max == Range{}.max) return format_stored(range.min, quantity) + " and more";
  return format_stored(range.min, quantity) + " to " + format_stored(range.max, quantity);
}

const std::string& scalar(const YamlNode& node, const std::string& name, const std::string& wanted) {
  if (!node.is_scalar())
    throw InputError(node.position, fmt::format("`{}` has {} instead of {}", name, node.kind_name(), wanted),
                     "Write a single value after the colon");
  return node.text;
}

std::string read_choice(const YamlNode& node, const Parameter& parameter) {
  const std::string& name = scalar(node, parameter.path, "a name");
  if (std::find(parameter.choices.begin(), parameter.choices.end(), name) == parameter.choices.end())
    throw InputError(node.position, fmt::format("`{}` cannot be `{}`", parameter.path, name.substr(0, 40)),
                     suggestion(name, parameter.choices));
  return name;
}

std::vector<std::uint64_t> read_indices(const YamlNode& node, const Parameter& parameter) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a list", parameter.path, node.kind_name()),
                     "Write a list such as [0, 3], or [] for none");
  std::vector<std::uint64_t> indices;
  std::unordered_set<std::uint64_t> seen;
  for (const YamlNode& item : node.items) {
    const std::uint64_t index = read_stored(item, parameter.path, Quantity::count, {parameter.min, parameter.max});
    if (!seen.insert(index).second && !parameter.repeats)
      throw InputError(item.position, fmt::format("`{}` lists {} twice", parameter.path, index),
                       "Remove one of the two");
    indices.push_back(index);
  }
  return indices;
}

std::vector<std::uint64_t> read_dimensions(const YamlNode& node, const Parameter& parameter) {
  const std::string& text = scalar(node, parameter.path, quantity_name(parameter.quantity));
  std::vector<std::uint64_t> numbers;
  try {
    numbers = parse_dimensions(text, parameter.number);
  } catch (const ValueError& error) {
    throw InputError(node.position, fmt::format("`{}`: {}", parameter.path, error.what()), error.remedy());
  }
  for (const std::uint64_t number : numbers)
    if (number < parameter.min || number > parameter.max)
      throw InputError(node.position, fmt::format("`{}` cannot be {}", parameter.path, format_dimensions(numbers)),
                       fmt::format("Valid: {}", format_range(parameter)));
  return numbers;
}

std::string read_line(const YamlNode& node, const Parameter& parameter) {
  const std::string& text = scalar(node, parameter.path, quantity_name(parameter.quantity));
  const bool in_one_line =
      std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (text.size() < parameter.min || text.size() > parameter.max || !in_one_line)
    throw InputError(node.position,
                     fmt::format("`{}` cannot be {}", parameter.path,
                                 text.empty() ? "empty" : "so long a text, or one of several lines"),
                     fmt::format("Valid: {}", format_range(parameter)));
  return text;
}

}  // namespace

void require_present(const YamlNode& node, const Parameter& parameter) {
  if (!parameter.absent) return;
  const Absence absence = parameter.absent(node.text);
  if (!absence.cause.empty())
    throw InputError(node.position, fmt::format("`{}` cannot be `{}`: {}", parameter.path, node.text, absence.cause),
                     absence.remedy);
}

std::string read_text(const YamlNode& node, const std::string& name) {
  return scalar(node, name, "a text");
}

bool read_flag(const YamlNode& node, const std::string& name) {
  const std::string& text = scalar(node, name, "true or false");
  if (text != "true" && text != "false")
    throw InputError(node.position, fmt::format("`{}` cannot be `{}`", name, text.substr(0, 40)),
                     "Write true or false");
  return text == "true";
}

std::uint64_t read_stored(const YamlNode& node, const std::string& name, Quantity quantity, Range range) {
  const std::string& text = scalar(node, name, quantity_name(quantity));
  std::uint64_t value = 0;
  try {
    value = parse_stored(text, quantity);
  } catch (const ValueError& error) {
    throw InputError(node.position, fmt::format("`{}`: {}", name, error.what()), error.remedy());
  }
  if (value < range.min || value > range.max)
    throw InputError(node.position, fmt::format("`{}` cannot be {}", name, format_stored(value, quantity)),
                     fmt::format("Valid: {}", format_range(range, quantity)));
  return value;
}

namespace {

/// A number, or the name that stands for one.
ParameterValue read_stored_or_name(const YamlNode& node, const Parameter& parameter) {
  if (node.is_scalar() && node.text == parameter.choices.front()) return node.text;
  if (node.is_scalar() && !nearest(node.text, parameter.choices).empty()) return read_choice(node, parameter);
  const std::uint64_t value = read_stored(node, parameter.path, parameter.quantity, {});
  if (value < parameter.min || value > parameter.max)
    throw InputError(node.position,
                     fmt::format("`{}` cannot be {}", parameter.path, format_stored(value, parameter.quantity)),
                     fmt::format("Valid: {}", format_range(parameter)));
  return value;
}

}  // namespace

ParameterValue read_value(const YamlNode& node, const Parameter& parameter) {
  switch (parameter.quantity) {
    case Quantity::flag:
      return read_flag(node, parameter.path);
    case Quantity::choice:
      return read_choice(node, parameter);
    case Quantity::indices:
      return read_indices(node, parameter);
    case Quantity::dimensions:
      return read_dimensions(node, parameter);
    case Quantity::text:
      return read_line(node, parameter);
    default:
      if (!parameter.choices.empty()) return read_stored_or_name(node, parameter);
      return read_stored(node, parameter.path, parameter.quantity, {parameter.min, parameter.max});
  }
}

namespace {

/// In {about: one, and two} the comma ends the text, and `and two` is a key without a value.
bool is_rest_of_text(const YamlNode& node, std::size_t key) {
  return key > 0 && node.items[key].is_null() && node.items[key - 1].is_scalar() &&
         node.keys[key].text.find(' ') != std::string::npos && node.items[key - 1].position.line > 0;
}

}  // namespace

void require_map(const YamlNode& node, const std::string& name, const std::vector<std::string>& known) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a map", name, node.kind_name()),
                     fmt::format("Write `key: value` lines; known: {}", fmt::join(known, ", ")));
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode::Key& key = node.keys[i];
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    throw InputError(
        key.position, fmt::format("`{}` does not know the key `{}`", name, key.text.substr(0, 60)),
        is_rest_of_text(node, i)
            ? fmt::format("Put a text with a comma in it between quotes: {}: \"{}, {}\"", node.keys[i - 1].text,
                          node.items[i - 1].text.substr(0, 60), key.text.substr(0, 60))
            : suggestion(key.text, known));
  }
}

std::string format_range(const Parameter& parameter) {
  switch (parameter.quantity) {
    case Quantity::flag:
      return "true or false";
    case Quantity::choice:
      return fmt::format("{}", fmt::join(parameter.choices, ", "));
    case Quantity::indices:
      return "list of " + format_range({parameter.min, parameter.max}, Quantity::count);
    case Quantity::dimensions:
      return fmt::format("{} number{} with x between, each {}", parameter.number, parameter.number == 1 ? "" : "s",
                         format_range({parameter.min, parameter.max}, Quantity::count));
    case Quantity::text:
      return fmt::format("{}, or a line of up to {} bytes", parameter.choices.front(), parameter.max);
    default:
      return (parameter.choices.empty() ? "" : parameter.choices.front() + ", or ") +
             format_range({parameter.min, parameter.max}, parameter.quantity);
  }
}

std::string format_value(const ParameterValue& value, Quantity quantity) {
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return format_stored(*number, quantity);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  const auto& numbers = std::get<std::vector<std::uint64_t>>(value);
  if (quantity == Quantity::dimensions) return format_dimensions(numbers);
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

}  // namespace isochron
