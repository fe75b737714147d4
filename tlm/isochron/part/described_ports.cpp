// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/described_ports.h>

#include <stdexcept>

#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// "window" of "window[j]".
std::string name_of(const PortInfo& port) {
  return port.name.substr(0, port.name.find('['));
}

PortGroup group_of(const PortInfo& port) {
  // "any" and "starfabric or infiniband" are what their neighbours speak.
  const bool is_open = port.protocol == "any" || port.protocol.find(" or ") != std::string::npos;
  PortGroup group;
  group.name = name_of(port);
  group.role = role_named(port.role);
  group.array = group.name != port.name;
  if (!is_open) group.protocol = port.protocol;
  return group;
}

}  // namespace

DescribedPorts::DescribedPorts(const std::string& type) : info_(described_types().at(type)) {}

PortGroup DescribedPorts::operator[](const std::string& name) const {
  for (const PortInfo& port : info_.ports)
    if (name_of(port) == name) return group_of(port);
  throw std::logic_error("the type " + info_.name + " describes no port " + name);
}

std::vector<PortGroup> DescribedPorts::all() const {
  std::vector<PortGroup> groups;
  for (const PortInfo& port : info_.ports) groups.push_back(group_of(port));
  return groups;
}

}  // namespace isochron
