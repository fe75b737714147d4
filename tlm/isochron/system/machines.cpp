// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/assembled_machine.h>
#include <isochron/part/part_types.h>
#include <isochron/system/calliope.h>
#include <isochron/system/calliope_msu.h>
#include <isochron/system/disk_array.h>
#include <isochron/system/extent_writer.h>
#include <isochron/system/mbus_workstation.h>
#include <isochron/system/multidisk_server.h>
#include <isochron/system/ps2.h>
#include <isochron/system/seachange_cluster.h>
#include <isochron/system/voyager.h>

namespace isochron {

const std::map<std::string, MachineType>& machine_types() {
  static const std::map<std::string, MachineType> types = [] {
    std::map<std::string, MachineType> all;
    const auto add = [&all](const TypeInfo& info, std::function<std::unique_ptr<MachineDescription>()> make) {
      all[info.name] = {info, std::move(make)};
    };
    add(SeachangeCluster::type_info(), [] { return std::make_unique<MachineOf<SeachangeCluster>>(); });
    for (const Architecture kind : {Architecture::shared_bus, Architecture::point_to_point, Architecture::subsystems})
      add(MultidiskServer::type_info(kind),
          [kind] { return std::make_unique<MachineOf<MultidiskServer>>(MultidiskParameters(kind)); });
    add(MbusWorkstation::type_info(), [] { return std::make_unique<MachineOf<MbusWorkstation>>(); });
    add(DiskArray::type_info(), [] { return std::make_unique<MachineOf<DiskArray>>(); });
    add(Ps2::type_info(), [] { return std::make_unique<MachineOf<Ps2>>(); });
    add(ExtentWriter::type_info(), [] { return std::make_unique<MachineOf<ExtentWriter>>(); });
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
