// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/preset_reader.h>

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

void require_entries_of(const YamlNode& node, const std::string& name, const std::string& remedy) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`{}` has {} instead of a map", name, node.kind_name()), remedy);
}

void require_distinct(const PresetDeclaration& preset) {
  std::set<std::string> paths;
  for (const Setting& value : preset.values)
    if (!paths.insert(value.path).second)
      throw InputError(value.position, fmt::format("the preset {} sets `{}` twice", preset.name(), value.path),
                       "Remove one of the two");
}

}  // namespace

std::vector<PresetDeclaration> read_presets(const YamlNode& node) {
  require_entries_of(node, "presets", "Write {a choice: {one of its values: {a parameter: its default}}}");
  std::vector<PresetDeclaration> presets;
  for (std::size_t p = 0; p < node.keys.size(); ++p) {
    const YamlNode& choices = node.items[p];
    const std::string& parameter = node.keys[p].text;
    require_entries_of(choices, parameter, "Write {one of its values: {a parameter: its default}}");
    if (choices.keys.empty())
      throw InputError(choices.position, fmt::format("`{}` has no presets", parameter.substr(0, 60)),
                       "Add {one of its values: {a parameter: its default}}, or take it out");
    for (std::size_t c = 0; c < choices.keys.size(); ++c) {
      PresetDeclaration preset;
      preset.parameter = parameter;
      preset.position = node.keys[p].position;
      preset.choice = choices.keys[c].text;
      preset.choice_position = choices.keys[c].position;
      const YamlNode& entry = choices.items[c];
      require_entries_of(entry, preset.choice, "Write {a parameter: its default}");
      if (const YamlNode* const source = entry.find("source")) preset.source = read_text(*source, "source");
      preset.values = read_settings(entry, {"source"});
      require_distinct(preset);
      presets.push_back(std::move(preset));
    }
  }
  return presets;
}

}  // namespace isochron
