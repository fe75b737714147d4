// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/pci_bus.h>
#include <isochron/device/gige_card.h>
#include <isochron/device/raid_controller.h>
#include <isochron/fabric/infiniband_chip.h>
#include <isochron/fabric/sg1010_switch.h>
#include <isochron/fabric/sg2010_bridge.h>
#include <isochron/system/machine.h>
#include <isochron/system/seachange_machine.h>

namespace isochron {

const std::map<std::string, MachineType>& machine_types() {
  static const std::map<std::string, MachineType> types = {
      {"seachange_cluster", {SeachangeMachine::type_info(), [] { return std::make_unique<SeachangeMachine>(); }}},
  };
  return types;
}

const TypeRegistry& type_registry() {
  static const TypeRegistry registry = [] {
    TypeRegistry types;
    for (const TypeInfo& info :
         {SeachangeMachine::type_info(), PciBus::type_info(), serial_link_type_info(), Sg2010Bridge::type_info(),
          Sg1010Switch::type_info(), InfiniBandChip::type_info(), RaidController::type_info(), GigeCard::type_info()})
      types[info.name] = info;
    return types;
  }();
  return registry;
}

}  // namespace isochron
