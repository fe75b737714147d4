// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/unlimited_parts.h>

#include <string>

#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Type of a part whose parameter is `name` of `type`, and nothing else; empty: there is none.
std::string part_with(const MachineFile& file, const TypeDeclaration& type, const std::string& name) {
  for (const PartDeclaration& part : type.parts)
    for (const Setting& setting : part.settings) {
      if (setting.raw.text != name) continue;
      const TypeDeclaration* const composite = file.type(part.type);
      if (composite == nullptr) return part.type;
      if (std::string inside = part_with(file, *composite, setting.path); !inside.empty()) return inside;
    }
  return {};
}

}  // namespace

std::vector<UnlimitedParts> unlimited_parts(const MachineFile& file, const ParameterTable& parameters) {
  std::vector<UnlimitedParts> found;
  for (const Parameter& parameter : parameters.all()) {
    if (parameter.quantity != Quantity::data_rate || format_value(parameter.get(), parameter.quantity) != "unlimited")
      continue;
    if (std::string type = part_with(file, file.machine, parameter.path); !type.empty())
      found.push_back({std::move(type), parameter.path});
  }
  return found;
}

}  // namespace isochron
