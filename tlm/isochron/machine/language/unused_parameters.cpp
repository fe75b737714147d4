// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/unused_parameters.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace isochron {

namespace {

/// Every word, and of one with dots also what comes before each.
class Words {
 public:
  void add(const YamlNode& node) {
    // Only those of arrays have expressions: "raid[raids]".
    for (const YamlNode::Key& key : node.keys)
      if (key.text.find('[') != std::string::npos) add(key.text);
    if (node.is_scalar()) add(node.text);
    for (const YamlNode& item : node.items) add(item);
  }
  void add(const std::string& text) {
    std::string word;
    for (const char letter : text + " ") {
      if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_') {
        word += letter;
        continue;
      }
      if (!word.empty()) words_.insert(word);
      if (letter == '.' && !word.empty())
        word += letter;
      else
        word.clear();
    }
  }
  bool have(const std::string& word) const { return words_.count(word) != 0; }

 private:
  std::set<std::string> words_;
};

}  // namespace

std::vector<const ParameterDeclaration*> unused_parameters(const YamlNode& body, const TypeDeclaration& type) {
  Words words;
  for (const char* const key :
       {"let", "checks", "ports", "parts", "connect", "traffic", "jobs", "statistics", "metrics", "bounds", "demand",
        "estimate", "faults", "groups", "failures", "rebuilding", "arrays"})
    if (const YamlNode* const node = body.find(key)) words.add(*node);
  // Its presets set what is used.
  for (const PresetDeclaration& preset : type.presets) words.add(preset.parameter);
  for (const ParameterDeclaration& parameter : type.parameters)
    for (const Setting& setting : parameter.group.settings) words.add(setting.raw);
  std::vector<const ParameterDeclaration*> unused;
  for (const ParameterDeclaration& parameter : type.parameters) {
    if (parameter.kind == ParameterDeclaration::Kind::change) continue;
    const std::vector<ParameterGroup::Name>& names = parameter.group.names;
    const bool is_used = words.have(parameter.name) || words.have(parameter.group.prefix) ||
                         std::any_of(names.begin(), names.end(),
                                     [&words](const ParameterGroup::Name& name) { return words.have(name.outside); });
    if (!is_used) unused.push_back(&parameter);
  }
  return unused;
}

}  // namespace isochron
