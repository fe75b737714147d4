// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist.h>

#include <fmt/format.h>

namespace isochron {

std::string FlatPart::port_name(const PortRef& port) const {
  const PortGroup& group = groups[port.group];
  return group.array ? fmt::format("{}[{}]", group.name, port.index) : group.name;
}

std::string FlatPart::description() const {
  return fmt::format("{}: {}", type, about.empty() ? component_types().at(type).info().summary : about);
}

std::string with_stars(const std::string& path) {
  std::string kind;
  bool inside = false;
  for (const char letter : path) {
    if (letter == ']') inside = false;
    if (!inside) kind += letter;
    if (letter == '[') {
      inside = true;
      kind += '*';
    }
  }
  return kind;
}

std::string kind_of_path(const std::string& path) {
  std::string kind;
  bool inside = false;
  for (const char letter : path) {
    inside = inside || letter == '[';
    if (!inside) kind += letter;
    inside = inside && letter != ']';
  }
  return kind;
}

}  // namespace isochron
