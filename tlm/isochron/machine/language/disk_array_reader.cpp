// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/disk_array_reader.h>

#include <optional>
#include <string>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

std::vector<DiskArrayDeclaration> read_disk_arrays(const YamlNode& node) {
  require_entries(node, "arrays");
  std::vector<DiskArrayDeclaration> arrays;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& entry = node.items[i];
    const std::string& name = checked_name(node.keys[i].text, node.keys[i].position, "an array");
    require_entries(entry, name);
    const YamlNode& of = required(entry, "of", name, "Add `of: \"node[*].disk[*]\"`, its disks");
    const YamlNode& mttf =
        required(entry, "mttf_hours", name, "Add `mttf_hours: 1000000`, the mean time to failure of a disk in hours");
    const YamlNode& repair =
        required(entry, "repair_hours", name, "Add `repair_hours: 24`, the time to repair a disk in hours");
    const YamlNode* const per = entry.find("per");
    const YamlNode* const about = entry.find("about");
    arrays.push_back({name, node.keys[i].position, read_patterns(of, "of"),
                      per == nullptr ? std::nullopt : std::optional(read_pattern(*per, "per")),
                      read_expression(mttf, "mttf_hours"), read_expression(repair, "repair_hours"),
                      read_settings(entry, {"of", "per", "mttf_hours", "repair_hours", "about"}),
                      about == nullptr ? "" : read_text(*about, "about")});
  }
  return arrays;
}

}  // namespace isochron
