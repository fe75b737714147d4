// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/netlist.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// What is called so by the file itself; nullptr: it is called as its part.
const NamedResource* resource_within(const Netlist& netlist, std::size_t part, const std::string& within) {
  if (within.empty()) return nullptr;
  const std::string path = netlist.parts[part].path + within;
  for (const NamedResource& one : netlist.resources)
    if (std::any_of(one.within.begin(), one.within.end(),
                    [&path](const std::string& pattern) { return matches_path(pattern, path); }))
      return &one;
  return nullptr;
}

}  // namespace

std::string FlatPart::port_name(const PortRef& port) const {
  const PeerHalf half = groups[port.group].half;
  return joined_name(port) + (half == PeerHalf::none ? "" : half == PeerHalf::tx ? ".tx" : ".rx");
}

std::string FlatPart::joined_name(const PortRef& port) const {
  const PortGroup& group = groups[port.group];
  return group.array ? fmt::format("{}[{}]", group.name, port.index) : group.name;
}

std::string FlatPart::description() const {
  return fmt::format("{}: {}", type, about.empty() ? component_types().at(type).info().summary : about);
}

std::string Netlist::resource_name(std::size_t part, const std::string& within) const {
  if (const NamedResource* const named = resource_within(*this, part, within)) return named->name;
  const FlatPart& one = parts[part];
  return one.resource ? resources[*one.resource].name + kind_of_path(within) : kind_of_path(one.path + within);
}

std::string Netlist::resource_text(std::size_t part, const std::string& within) const {
  if (const NamedResource* const named = resource_within(*this, part, within);
      named != nullptr && !named->about.empty())
    return named->about;
  const FlatPart& one = parts[part];
  return one.resource && !resources[*one.resource].about.empty() ? resources[*one.resource].about : one.description();
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
