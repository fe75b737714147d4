// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/measure_reader.h>

#include <fmt/format.h>

#include <isochron/scenario/band_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/seed.h>
#include <isochron/scenario/value_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

double read_confidence(const YamlNode& node) {
  const Limit limit = read_limit(node, "measure.confidence");
  const double confidence = limit.value.value;
  if (limit.value.unit != "1" && !limit.value.unit.empty())
    throw InputError(node.position, "`measure.confidence` is not a percentage", "Write a percentage such as 90 %");
  if (confidence < 0.5 || confidence > 0.9999)
    throw InputError(node.position, fmt::format("`measure.confidence` cannot be {:g} %", confidence * 100),
                     "Valid: 50 % to 99.99 %");
  return confidence;
}

std::uint64_t read_seed(const YamlNode& node) {
  const std::string text = read_text(node, "measure.seed");
  try {
    return parse_seed(text);
  } catch (const ValueError& error) {
    throw InputError(node.position, fmt::format("`measure.seed`: {}", error.what()), error.remedy());
  }
}

std::vector<NamedFigure> read_series(const YamlNode& node) {
  std::vector<NamedFigure> figures;
  if (!node.is_sequence()) return {{read_text(node, "measure.series"), node.position}};
  for (const YamlNode& item : node.items) figures.push_back({read_text(item, "measure.series"), item.position});
  return figures;
}

/// A machine that runs until its work is done decides itself how long that is.
void require_no_times(const YamlNode& node, const std::string& system) {
  for (const YamlNode::Key& key : node.keys)
    if (key.text == "warm_up" || key.text == "duration")
      throw InputError(key.position,
                       fmt::format("{} runs until its work is done: `measure.{}` does not apply", system, key.text),
                       "Remove it");
}

}  // namespace

Measure default_measure(const MachineDescription& machine) {
  Measure measure;
  if (machine.until_done()) {
    measure.until_done = true;
    measure.warm_up = 0;
    measure.duration = 0;
  }
  return measure;
}

void read_measure(const YamlNode& node, const std::string& system, Measure& measure) {
  require_map(node, "measure", {"warm_up", "duration", "replications", "confidence", "seed", "every", "series"});
  if (measure.until_done) require_no_times(node, system);
  if (const YamlNode* value = node.find("warm_up"))
    measure.warm_up = read_stored(*value, "measure.warm_up", Quantity::duration, {0, longest_run});
  if (const YamlNode* value = node.find("duration"))
    measure.duration = read_stored(*value, "measure.duration", Quantity::duration, {1'000'000, longest_run});
  if (const YamlNode* value = node.find("replications"))
    measure.replications = read_stored(*value, "measure.replications", Quantity::count, {1, 10'000});
  if (const YamlNode* value = node.find("confidence")) measure.confidence = read_confidence(*value);
  if (const YamlNode* value = node.find("seed")) measure.seed = read_seed(*value);
  if (const YamlNode* value = node.find("every")) {
    measure.every = read_stored(*value, "measure.every", Quantity::duration, {1'000, longest_run});
    measure.every_position = value->position;
  }
  if (const YamlNode* value = node.find("series")) measure.series = read_series(*value);
}

}  // namespace isochron
