// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist.h>

#include <fmt/format.h>

#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

std::string FlatPart::port_name(const PortRef& port) const {
  const PortGroup& group = groups[port.group];
  return group.array ? fmt::format("{}[{}]", group.name, port.index) : group.name;
}

std::string FlatPart::description() const {
  return fmt::format("{}: {}", type, about.empty() ? component_types().at(type).info().summary : about);
}

bool Netlist::is_joined(std::size_t part, const PortRef& port) const {
  const auto& joined = parts[part].joined;
  return port.group < joined.size() && port.index < joined[port.group].size() &&
         joined[port.group][port.index].has_value();
}

std::optional<PortOfPart> Netlist::input_behind(std::size_t part, const PortRef& output) const {
  if (!is_joined(part, output)) return std::nullopt;
  const FlatConnection& connection = *behind(part, output);
  return PortOfPart{connection.to, connection.input};
}

std::exception_ptr Netlist::refusal(std::size_t part, const std::string& cause, const std::string& remedy) const {
  return std::make_exception_ptr(InputError(parts[part].position, cause, remedy));
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
