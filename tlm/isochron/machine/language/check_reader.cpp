// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/check_reader.h>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

const YamlNode& entry_of(const YamlNode& check, const std::string& key) {
  return required(check, key, "checks", "Write {require: a condition, at: a parameter, cause: ..., remedy: ...}");
}

CheckDeclaration::Place place_of(const YamlNode& node, const std::string& key) {
  return {read_text(node, key), node.position};
}

TextTemplate sentence(const YamlNode& check, const std::string& key) {
  const YamlNode& node = entry_of(check, key);
  return TextTemplate::parse(read_text(node, key), node.position);
}

}  // namespace

std::vector<CheckDeclaration> read_checks(const YamlNode& node) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`checks` has {} instead of a list", node.kind_name()),
                     "Write lines `- {require: ..., at: ..., cause: ..., remedy: ...}`");
  std::vector<CheckDeclaration> checks;
  for (const YamlNode& entry : node.items) {
    require_map(entry, "checks", {"require", "at", "cause", "remedy", "others", "try"});
    CheckDeclaration check{entry.position,
                           read_expression(entry_of(entry, "require"), "require"),
                           place_of(entry_of(entry, "at"), "at"),
                           sentence(entry, "cause"),
                           sentence(entry, "remedy"),
                           {},
                           {}};
    if (const YamlNode* const others = entry.find("others")) {
      if (!others->is_sequence())
        throw InputError(others->position, "`others` is no list", "Write [a parameter, another one]");
      for (const YamlNode& other : others->items) check.others.push_back(place_of(other, "others"));
    }
    if (const YamlNode* const values = entry.find("try")) {
      require_entries(*values, "try");
      check.tries = read_settings(*values, {});
    }
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace isochron
