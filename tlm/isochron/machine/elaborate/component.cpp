// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/component.h>

#include <stdexcept>

#include <isochron/machine/parts/library.h>
#include <isochron/machine/run/machine_description.h>

namespace isochron {

namespace {

std::map<std::string, ComponentType>& all_types() {
  static std::map<std::string, ComponentType> types = [] {
    std::map<std::string, ComponentType> known;
    for (const ComponentType& type : {pci_bus_component(),
                                      serial_link_component(),
                                      sg1010_switch_component(),
                                      sg2010_bridge_component(),
                                      infiniband_chip_component(),
                                      raid_controller_component(),
                                      gige_card_component(),
                                      switch_component(),
                                      bus_bridge_component(),
                                      delay_component(),
                                      source_component(),
                                      bus_source_component(),
                                      sink_component(),
                                      bus_sink_component(),
                                      fifo_bus_component(),
                                      memory_component(),
                                      disk_component(),
                                      scsi_controller_component(),
                                      processing_unit_component(),
                                      link_engine_component(),
                                      c104_crossbar_component(),
                                      server_port_component(),
                                      strand_mover_component(),
                                      line_processor_component(),
                                      cache_component(),
                                      mbus_component(),
                                      disk_reader_component(),
                                      processor_component(),
                                      memory_bus_component(),
                                      task_component(),
                                      ethernet_component(),
                                      scsi_string_component(),
                                      extent_store_component(),
                                      extent_server_component(),
                                      plane_client_component()})
      known[type.info().name] = type;
    return known;
  }();
  return types;
}

/// The drawing takes roles and protocols from the description, the machine's checks take them from the part.
void require_described(const PortGroup& group, const TypeInfo& info) {
  const std::string protocol = group.protocol.empty() ? "any" : group.protocol;
  for (const PortInfo& port : info.ports) {
    if (port.name.substr(0, port.name.find('[')) != group.name) continue;
    const bool array = port.name.find('[') != std::string::npos;
    if (array == group.array && port.role == name_of(group.role) && port.protocol == protocol) return;
    throw std::invalid_argument("the port " + port.name + " of the component type " + info.name + ", " + port.role +
                                " of " + port.protocol + ", is " + group.name + (group.array ? "[i]" : "") + ", " +
                                name_of(group.role) + " of " + protocol + ", in a part that is made");
  }
  throw std::invalid_argument("the component type " + info.name + " does not describe its port " + group.name);
}

}  // namespace

const char* name_of(Port::Role role) {
  switch (role) {
    case Port::Role::initiator:
      return "initiator";
    case Port::Role::target:
      return "target";
    case Port::Role::sender:
      return "sender";
    case Port::Role::receiver:
      return "receiver";
  }
  return "";
}

const std::map<std::string, ComponentType>& component_types() {
  return all_types();
}

const TypeRegistry& part_registry() {
  static const TypeRegistry registry = [] {
    TypeRegistry types = type_registry();
    for (const auto& [name, component] : component_types()) {
      TypeInfo& info = types[name];
      info.parameters.clear();
      info.describe_parameters(component.make()->parameters());
    }
    return types;
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
  return groups.size() == 2 && groups[0].name == "in" && groups[1].name == "out" && !groups[0].array;
}

void add_component_type(ComponentType type) {
  TypeInfo info = type.info();
  const std::unique_ptr<PartConfig> part = type.make();
  for (const PortGroup& group : part->ports()) require_described(group, info);
  if (info.parameters.empty()) info.describe_parameters(part->parameters());
  add_part_type(info);
  all_types()[info.name] = std::move(type);
}

}  // namespace isochron
