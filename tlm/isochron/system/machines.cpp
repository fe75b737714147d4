// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/assembled_machine.h>
#include <isochron/part/part_types.h>
#include <isochron/system/calliope.h>
#include <isochron/system/calliope_msu.h>
#include <isochron/system/voyager.h>

namespace isochron {

const std::map<std::string, MachineType>& machine_types() {
  static const std::map<std::string, MachineType> types = [] {
    std::map<std::string, MachineType> all;
    const auto add = [&all](const TypeInfo& info, std::function<std::unique_ptr<MachineDescription>()> make) {
      all[info.name] = {info, std::move(make)};
    };
    add(CalliopeMsu::type_info(), [] { return std::make_unique<MachineOf<CalliopeMsu>>(); });
    add(Calliope::type_info(), [] { return std::make_unique<MachineOf<Calliope>>(); });
    add(Voyager::type_info(), [] { return std::make_unique<MachineOf<Voyager>>(); });
    return all;
  }();
  return types;
}

const TypeRegistry& type_registry() {
  static const bool are_machines_described = [] {
    for (const auto& [name, machine] : machine_types()) describe_type(machine.info);
    return true;
  }();
  (void)are_machines_described;
  return described_types();
}

}  // namespace isochron
