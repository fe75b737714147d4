// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/binder.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/fabric/general_link.h>
#include <isochron/part/part_types.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

bool begins(Port::Role role) {
  return role == Port::Role::initiator || role == Port::Role::sender;
}

Port::Role end_of(Port::Role role) {
  return role == Port::Role::initiator ? Port::Role::target : Port::Role::receiver;
}

/// For a sentence: "an initiator".
std::string a_role(Port::Role role) {
  return (role == Port::Role::initiator ? "an " : "a ") + std::string(name_of(role));
}

/// How to mend a connection of ports that do not speak the same.
std::string fitting_remedy(const PortGroup& output, const PortGroup& input) {
  if (!output.calls && !input.calls && output.protocol != HandOver::name && input.protocol != HandOver::name)
    return "Put a bridge between them";
  const std::vector<std::string> types = names_of_types([&output](const PartConfig& part) {
    const std::vector<PortGroup> groups = part.ports();
    return std::any_of(groups.begin(), groups.end(), [&output](const PortGroup& group) {
      return group.role == end_of(output.role) && group.protocol == output.protocol;
    });
  });
  return types.empty() ? fmt::format("No part hears {}", output.protocol)
                       : fmt::format("Join it to {} of one of: {}", output.protocol, fmt::join(types, ", "));
}

bool needs_fabric(const FlatPart& part) {
  return part.plan.fabric.empty() && std::any_of(part.groups.begin(), part.groups.end(),
                                                 [](const PortGroup& group) { return group.protocol.empty(); });
}

}  // namespace

void Binder::join(const std::vector<Wire>& wires) {
  std::vector<std::pair<std::size_t, const Wire*>> of_masters;
  for (const Wire& wire : wires) {
    const std::size_t made = join(wire);
    if (wire.master) of_masters.emplace_back(made, &wire);
  }
  size_ports();
  for (const auto& [number, wire] : of_masters) {
    const FlatConnection& made = netlist_.connections[number];
    wire->master->apply(netlist_.parts[made.to], made.input, wire->to);
  }
  settle_fabrics();
  require_all_joined();
  introduce();
}

std::size_t Binder::join(const Wire& wire) {
  const End from{names_.find(wire.from, wire.from_position), wire.from, wire.from_position};
  const End to{names_.find(wire.to, wire.to_position), wire.to, wire.to_position};
  if (wire.both_ways) return join_peers(from, to, wire);
  const PortGroup &output = group_of(from), &input = group_of(to);
  for (const End* const end : {&from, &to})
    if (group_of(*end).is_peer())
      throw InputError(end->position, fmt::format("`{}` is a peer: it carries both directions", end->path),
                       fmt::format("Write between: [{}, {}] in place of `from` and `to`", from.path, to.path));
  if (!begins(output.role))
    throw InputError(from.position, fmt::format("`{}` is {}: nothing begins there", from.path, a_role(output.role)),
                     "Swap `from` and `to`, or name another port");
  if (input.role != end_of(output.role))
    throw InputError(to.position,
                     fmt::format("`{}` is {} and cannot be joined to `{}`, {}", to.path, a_role(input.role), from.path,
                                 a_role(output.role)),
                     output.role == Port::Role::initiator ? "Join it to a target: a bus, or a part with a socket"
                                                          : "Join it to a receiver: a link, or the end of one");
  const std::size_t number = join(from, to, wire);
  if (output.calls) note_call(from, to, wire);
  return number;
}

std::size_t Binder::join_peers(const End& from, const End& to, const Wire& wire) {
  for (const End* const end : {&from, &to})
    if (!group_of(*end).is_peer())
      throw InputError(end->position, fmt::format("`{}` is {} and no peer", end->path, a_role(group_of(*end).role)),
                       "Write `from` and `to`: `between` joins ports that carry both directions");
  if (from.part == to.part && from.port == to.port)
    throw InputError(to.position, fmt::format("`{}` is joined to itself", to.path), "Name another port");
  const std::size_t there = join(sends(from), receives(to), wire);
  const std::size_t back = join(sends(to), receives(from), wire);
  netlist_.connections[there].back = back;
  netlist_.connections[back].back = there;
  return there;
}

Binder::End Binder::direction(const End& end, PeerHalf half) const {
  const std::vector<PortGroup>& groups = netlist_.parts[end.part].groups;
  End found = end;
  for (unsigned g = 0; g < groups.size(); ++g)
    if (groups[g].half == half && groups[g].name == group_of(end).name) found.port.group = g;
  return found;
}

std::size_t Binder::join(const End& from, const End& to, const Wire& wire) {
  const PortGroup &output = group_of(from), &input = group_of(to);
  if (output.line != input.line)
    throw InputError(to.position,
                     output.line
                         ? fmt::format("nothing carries what `{}` sends to `{}`", from.path, to.path)
                         : fmt::format("the link `{}` cannot follow `{}`, which is the end of one", to.path, from.path),
                     !output.line       ? "Put a switch between, or leave one of the links out"
                     : output.is_peer() ? "Put a link between: link: {type: ..., name: ...}"
                                        : "Put a link between: link: {type: serial_link, name: ..., rate: ...}");
  if (!output.protocol.empty() && !input.protocol.empty() && output.protocol != input.protocol)
    throw InputError(to.position,
                     fmt::format("`{}` speaks {}, `{}` {}", to.path, input.protocol, from.path, output.protocol),
                     fitting_remedy(output, input));
  const std::size_t number = netlist_.connections.size();
  take(from, number);
  take(to, number);
  netlist_.connections.push_back({from.part, from.port, to.part, to.port, wire.position});
  return number;
}

void Binder::note_call(const End& from, const End& to, const Wire& wire) {
  FlatPart& caller = netlist_.parts[from.part];
  const FlatPart& called = netlist_.parts[to.part];
  // It is given what it calls when it is built.
  if (to.part >= from.part && !group_of(from).late)
    throw InputError(wire.position, fmt::format("`{}` calls `{}`, which is not built yet", caller.path, called.path),
                     to.part == from.part ? "Join it to another part"
                                          : fmt::format("Put `{}` before `{}` in `parts`", called.path, caller.path));
  caller.plan.calls[from.port] = {to.part, to.port};
}

void Binder::take(const End& end, std::size_t number) {
  auto& ports = netlist_.parts[end.part].joined[end.port.group];
  if (ports.size() <= end.port.index) ports.resize(end.port.index + 1);
  if (ports[end.port.index] && group_of(end).calls && group_of(end).role == Port::Role::target) return;
  if (ports[end.port.index])
    throw InputError(end.position,
                     fmt::format("`{}` is joined twice, first at {}", end.path,
                                 netlist_.connections[*ports[end.port.index]].position.text()),
                     "A port has one connection: use another index, or put a switch or a bus between");
  ports[end.port.index] = number;
}

void Binder::close_gaps(FlatPart& part, std::size_t group) {
  auto& ports = part.joined[group];
  ports.erase(std::remove(ports.begin(), ports.end(), std::nullopt), ports.end());
  for (unsigned i = 0; i < ports.size(); ++i) netlist_.connections[*ports[i]].input.index = i;
}

void Binder::size_ports() {
  for (FlatPart& part : netlist_.parts)
    for (std::size_t g = 0; g < part.groups.size(); ++g) {
      const PortGroup& group = part.groups[g];
      if (group.closes_gaps) close_gaps(part, g);
      const std::size_t count = group.count ? *group.count : group.array ? part.joined[g].size() : 1;
      part.joined[g].resize(count);
      part.plan.counts.push_back(static_cast<unsigned>(count));
    }
}

/// What is spoken at ports that have no protocol of their own: what comes from their neighbours.
void Binder::settle_fabrics() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const FlatConnection& one : netlist_.connections) {
      FlatPart &from = netlist_.parts[one.from], &to = netlist_.parts[one.to];
      const std::string &output = from.groups[one.output.group].protocol, &input = to.groups[one.input.group].protocol;
      const std::string& spoken = output.empty() ? from.plan.fabric : output;
      const std::string& heard = input.empty() ? to.plan.fabric : input;
      if (spoken == heard) continue;
      if (!spoken.empty() && !heard.empty())
        throw InputError(one.position, fmt::format("`{}` speaks {}, `{}` {}", from.path, spoken, to.path, heard),
                         "Put a bridge between them");
      (spoken.empty() ? from : to).plan.fabric = spoken.empty() ? heard : spoken;
      changed = true;
    }
  }
  // Where nobody says anything it is the general link.
  for (FlatPart& part : netlist_.parts)
    if (needs_fabric(part)) part.plan.fabric = GeneralLink::name;
}

void Binder::require_all_joined() const {
  for (const FlatPart& part : netlist_.parts)
    for (unsigned g = 0; g < part.groups.size(); ++g)
      for (unsigned i = 0; i < part.joined[g].size(); ++i)
        if (part.groups[g].required && !part.joined[g][i])
          throw InputError(part.position,
                           fmt::format("`{}.{}` is joined to nothing", part.path, part.joined_name({g, i})),
                           part.groups[g].is_peer()
                               ? "Add it to `connect`, `between` it and another peer, or lower the number of ports"
                               : "Add it to `connect`, or lower the number of ports");
}

void Binder::introduce() {
  const auto meet = [](const FlatPart& part, const PortRef& port, const FlatPart& other) {
    for (const ParameterProblem& problem : part.config->meet(port, *other.config))
      throw InputError(part.position, fmt::format("`{}`: `{}`: {}", part.path, problem.path, problem.message),
                       problem.remedy);
  };
  for (const FlatConnection& one : netlist_.connections) {
    const FlatPart &from = netlist_.parts[one.from], &to = netlist_.parts[one.to];
    meet(from, one.output, to);
    meet(to, one.input, from);
  }
}

}  // namespace isochron
