// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/component.h>

#include <stdexcept>

#include <isochron/compose/parts/library.h>

namespace isochron {

namespace {

std::map<std::string, ComponentType>& all_types() {
  static std::map<std::string, ComponentType> types = [] {
    std::map<std::string, ComponentType> known;
    for (const ComponentType& type :
         {pci_bus_component(), serial_link_component(), sg1010_switch_component(), sg2010_bridge_component(),
          infiniband_chip_component(), raid_controller_component(), gige_card_component(), switch_component(),
          bus_bridge_component(), delay_component(), source_component(), bus_source_component(), sink_component(),
          bus_sink_component()})
      known[type.info().name] = type;
    return known;
  }();
  return types;
}

}  // namespace

const std::map<std::string, ComponentType>& component_types() {
  return all_types();
}

void add_component_type(const std::string& name, ComponentType type) {
  if (!all_types().emplace(name, std::move(type)).second)
    throw std::invalid_argument("there is a component type " + name + " already");
}

}  // namespace isochron
