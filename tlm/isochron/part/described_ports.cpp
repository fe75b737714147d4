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

bool is_peer(const PortInfo& port) {
  return port.role == name_of(Port::Role::peer);
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

PeerGroups peers_of(const PortInfo& port) {
  PortGroup tx = group_of(port);
  tx.role = Port::Role::sender;
  tx.half = PeerHalf::tx;
  PortGroup rx = tx;
  rx.role = Port::Role::receiver;
  rx.half = PeerHalf::rx;
  return {tx, rx};
}

}  // namespace

DescribedPorts::DescribedPorts(const std::string& type) : info_(described_types().at(type)) {}

const PortInfo& DescribedPorts::info(const std::string& name) const {
  for (const PortInfo& port : info_.ports)
    if (name_of(port) == name) return port;
  throw std::logic_error("the type " + info_.name + " describes no port " + name);
}

PortGroup DescribedPorts::operator[](const std::string& name) const {
  const PortInfo& port = info(name);
  if (is_peer(port)) throw std::logic_error("the port " + name + " of the type " + info_.name + " is a peer");
  return group_of(port);
}

PeerGroups DescribedPorts::peers(const std::string& name) const {
  const PortInfo& port = info(name);
  if (!is_peer(port)) throw std::logic_error("the port " + name + " of the type " + info_.name + " is no peer");
  return peers_of(port);
}

std::vector<PortGroup> DescribedPorts::all() const {
  std::vector<PortGroup> groups;
  for (const PortInfo& port : info_.ports) {
    if (!is_peer(port)) {
      groups.push_back(group_of(port));
      continue;
    }
    PeerGroups both = peers_of(port);
    groups.push_back(std::move(both.tx));
    groups.push_back(std::move(both.rx));
  }
  return groups;
}

}  // namespace isochron
