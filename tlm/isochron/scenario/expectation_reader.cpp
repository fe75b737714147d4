// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/expectation_reader.h>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

void flatten_conditions(const YamlNode& node, const std::string& prefix, std::vector<ParameterCondition>& conditions) {
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string path = prefix + node.keys[i].text;
    if (node.items[i].is_map())
      flatten_conditions(node.items[i], path + ".", conditions);
    else
      conditions.push_back({path, node.items[i]});
  }
}

/// A band must be closed by its own limits, or have a centre and a tolerance.
void require_band(const Expectation& expectation) {
  const bool limits = expectation.band.low.has_value() || expectation.band.high.has_value();
  const bool tolerance = expectation.band.relative.has_value() || expectation.band.absolute.has_value();
  const bool centre = expectation.published.has_value() || expectation.equals.has_value();
  const std::string name = fmt::format("the expectation of `{}`", expectation.metric);
  if (!limits && !centre)
    throw InputError(expectation.position, name + " says no value",
                     "Add between, at_least, at_most, equals, or published and within");
  if (limits && (tolerance || expectation.equals.has_value()))
    throw InputError(expectation.position, name + " has two bands", "Keep the limits, or the value with its tolerance");
  if (expectation.published.has_value() && expectation.equals.has_value())
    throw InputError(expectation.position, name + " has both published and equals", "Remove one of the two");
  if (expectation.published.has_value() && !limits && !tolerance)
    throw InputError(expectation.position, name + " names a published number without a tolerance",
                     "Add `within: 1 %` or `plus_minus`");
}

Expectation read_expectation(const YamlNode& node) {
  std::vector<std::string> known{"metric", "published", "equals", "at"};
  known.insert(known.end(), band_keys().begin(), band_keys().end());
  require_map(node, "expect", known);
  Expectation expectation;
  expectation.position = node.position;
  const YamlNode* metric = node.find("metric");
  if (metric == nullptr)
    throw InputError(node.position, "an expectation without metric", "Add `metric: raid.bandwidth.mean` or another");
  expectation.metric = read_text(*metric, "metric");
  expectation.metric_position = metric->position;
  if (const YamlNode* published = node.find("published")) {
    expectation.published = read_text(*published, "published");
    expectation.published_position = published->position;
  }
  if (const YamlNode* equals = node.find("equals")) expectation.equals = read_limit(*equals, "equals");
  if (const YamlNode* at = node.find("at")) expectation.at = read_conditions(*at, "at");
  expectation.band = read_band(node, "expect");
  require_band(expectation);
  return expectation;
}

}  // namespace

std::vector<ParameterCondition> read_conditions(const YamlNode& node, const std::string& name) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a map", name, node.kind_name()),
                     "Write {parameter: value}");
  std::vector<ParameterCondition> conditions;
  flatten_conditions(node, "", conditions);
  return conditions;
}

std::vector<Expectation> read_expectations(const YamlNode& node) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`expect` has {} instead of a list", node.kind_name()),
                     "Write lines such as - {metric: raid.bandwidth.mean, between: [119 MB/s, 121 MB/s]}");
  std::vector<Expectation> expectations;
  for (const YamlNode& item : node.items) expectations.push_back(read_expectation(item));
  return expectations;
}

}  // namespace isochron
