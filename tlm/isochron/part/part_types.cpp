// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace isochron {

/// Registrations of the library's parts, which a program that asks for types links by this: see ListParts.cmake.
extern const PartRegistration* const* const registered_parts;

namespace {

/// In the order of Port::Role.
constexpr std::array<const char*, 5> role_names{"initiator", "target", "sender", "receiver", "peer"};

struct Types {
  TypeRegistry described;
  std::map<std::string, ComponentType> of_files;

  void describe(const TypeInfo& info) {
    if (!described.emplace(info.name, info).second)
      throw std::invalid_argument("there is a type " + info.name + " already");
  }
  void add(const PartRegistration& part) {
    const TypeInfo info = part.info();
    describe(info);
    if (part.maker() != nullptr) of_files[info.name] = {[part] { return part.info(); }, part.maker()};
  }
};

/// With all that are registered until now.
Types& types() {
  static const PartRegistration* const* volatile linked = registered_parts;
  (void)linked;
  static Types all;
  std::vector<const PartRegistration*>& waiting = PartRegistration::waiting();
  while (!waiting.empty()) {
    const PartRegistration& next = *waiting.back();
    waiting.pop_back();
    all.add(next);
  }
  return all;
}

}  // namespace

const char* name_of(Port::Role role) {
  return role_names.at(static_cast<std::size_t>(role));
}

Port::Role role_named(const std::string& name) {
  const auto* const found = std::find(role_names.begin(), role_names.end(), name);
  if (found == role_names.end()) throw std::invalid_argument("a port cannot be a " + name);
  return static_cast<Port::Role>(found - role_names.begin());
}

const std::map<std::string, ComponentType>& component_types() {
  return types().of_files;
}

const TypeRegistry& described_types() {
  return types().described;
}

const TypeRegistry& part_registry() {
  static const TypeRegistry registry = [] {
    TypeRegistry with_parameters = described_types();
    for (const auto& [name, component] : component_types()) {
      TypeInfo& info = with_parameters[name];
      info.parameters.clear();
      info.describe_parameters(component.make()->parameters());
    }
    return with_parameters;
  }();
  return registry;
}

std::vector<std::string> names_of_types(const std::function<bool(const PartConfig&)>& are) {
  std::vector<std::string> names;
  for (const auto& [name, type] : component_types())
    if (are(*type.make())) names.push_back(name);
  return names;
}

bool is_link(const PartConfig& part) {
  const std::vector<PortGroup> groups = part.ports();
  // What drives a line itself stands between two links.
  return groups.size() == 2 && groups[0].name == "in" && groups[1].name == "out" && !groups[0].array && !groups[1].line;
}

bool is_link_of_peers(const PartConfig& part) {
  const std::vector<PortGroup> groups = part.ports();
  const auto is_end = [&groups](const char* name) {
    return std::count_if(groups.begin(), groups.end(), [name](const PortGroup& group) {
             return group.name == name && group.is_peer() && !group.array;
           }) == 2;
  };
  return groups.size() == 4 && is_end("a") && is_end("b");
}

}  // namespace isochron
