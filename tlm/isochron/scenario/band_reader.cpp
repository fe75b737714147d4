// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/band_reader.h>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// 0 is the same in every unit.
bool is_plain_zero(const Limit& limit) {
  return limit.value.unit.empty() && limit.value.value == 0;
}

/// "Write a data rate such as 240 MB/s", of an SI unit.
std::string unit_example(const std::string& unit) {
  const std::optional<Quantity> quantity = quantity_of_unit(unit);
  return quantity ? value_example(*quantity) : fmt::format("Write it in {}", unit);
}

/// A tolerance: a number that is not negative.
Limit read_tolerance(const YamlNode& node, const std::string& name) {
  Limit limit = read_limit(node, name);
  if (limit.value.value < 0)
    throw InputError(node.position, fmt::format("`{}` is negative", name), "Write the tolerance to either side");
  return limit;
}

void read_between(const YamlNode& node, const std::string& name, Band& band) {
  if (!node.is_sequence() || node.items.size() != 2)
    throw InputError(node.position, fmt::format("`{}` needs two values", name), "Write [lowest, highest]");
  band.low = read_limit(node.items[0], name);
  band.high = read_limit(node.items[1], name);
}

/// `low` and `high`: how the file names them. Throws at `position` unless they are limits of one band.
void require_ordered(const Band& band, const SourcePosition& position, const std::string& low, const std::string& high,
                     const std::string& remedy) {
  if (!band.low || !band.high) return;
  if (band.low->value.unit != band.high->value.unit && !is_plain_zero(*band.low) && !is_plain_zero(*band.high))
    throw InputError(position, fmt::format("{} and {} are limits of different kinds", low, high),
                     "Give both the same unit, or none");
  if (band.low->value.value > band.high->value.value)
    throw InputError(position, fmt::format("{} and {} are the wrong way round: no value is between them", low, high),
                     remedy);
}

}  // namespace

const std::vector<std::string>& band_keys() {
  static const std::vector<std::string> keys{"between", "at_least", "at_most", "within", "plus_minus"};
  return keys;
}

Limit read_limit(const YamlNode& node, const std::string& name) {
  const std::string text = read_text(node, name);
  try {
    return {parse_si(text), node.position};
  } catch (const ValueError& error) {
    throw InputError(node.position, fmt::format("`{}`: {}", name, error.what()), error.remedy());
  }
}

Band read_band(const YamlNode& node, const std::string& name) {
  Band band;
  const YamlNode* const between = node.find("between");
  const YamlNode* const low = node.find("at_least");
  const YamlNode* const high = node.find("at_most");
  if (between != nullptr) {
    read_between(*between, name + ".between", band);
    require_ordered(band, between->position, fmt::format("`{}.between`: its first", name), "its second",
                    "Write [lowest, highest]");
    if (low != nullptr || high != nullptr)
      throw InputError(node.position, fmt::format("`{}` has `between` and another limit", name), "Keep one of the two");
  }
  if (low != nullptr) band.low = read_limit(*low, name + ".at_least");
  if (high != nullptr) band.high = read_limit(*high, name + ".at_most");
  if (between == nullptr && low != nullptr)
    require_ordered(band, low->position, fmt::format("`{}.at_least`", name), "`at_most`", "Exchange the two");
  if (const YamlNode* within = node.find("within")) {
    const Limit limit = read_tolerance(*within, name + ".within");
    if (limit.value.unit != "1")
      throw InputError(within->position, fmt::format("`{}.within` is not a percentage", name),
                       "Write a percentage such as 1 %, or use plus_minus for a tolerance with a unit");
    band.relative = limit.value.value;
  }
  if (const YamlNode* absolute = node.find("plus_minus"))
    band.absolute = read_tolerance(*absolute, name + ".plus_minus");
  return band;
}

double limit_in(const Limit& limit, const std::string& unit) {
  const std::string& written = limit.value.unit;
  if (written == unit || is_plain_zero(limit) || (written.empty() && unit == "1")) return limit.value.value;
  const std::string remedy = unit == "1" ? "Write a plain number or a percentage" : unit_example(unit);
  if (written.empty())
    throw InputError(limit.position,
                     fmt::format("`{:g}` has no unit, and the metric is in {}", limit.value.value, unit), remedy);
  throw InputError(limit.position, fmt::format("a limit in {} for a metric in {}", written, unit), remedy);
}

}  // namespace isochron
