// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/part/described_ports.h>
#include <isochron/part/part_config.h>
#include <isochron/part/part_registration.h>

namespace isochron {

/// A type of part that a machine file can use.
struct ComponentType {
  std::function<TypeInfo()> info;
  std::function<std::unique_ptr<PartConfig>()> make;
};

/// All of them by name: those that have registered (ISOCHRON_PART). Throws std::invalid_argument if two have one name.
const std::map<std::string, ComponentType>& component_types();
/// Descriptions of all types of parts, those too that no machine file can use, and of what else is described.
const TypeRegistry& described_types();
/// The same, but those of machine files with the parameters that their parts have.
const TypeRegistry& part_registry();
/// Those whose parts, as they are at first, `are` so; for remedies.
std::vector<std::string> names_of_types(const std::function<bool(const PartConfig&)>& are);
/// It can stand in a connection, as its link.
bool is_link(const PartConfig& part);
/// It can stand in a connection between peers, as its link: `a` is joined to the first of them, `b` to the second.
bool is_link_of_peers(const PartConfig& part);

/// For ISOCHRON_PART.
template <class Part>
std::unique_ptr<PartConfig> make_part() {
  return std::make_unique<Part>();
}

}  // namespace isochron
