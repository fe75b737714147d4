// SPDX-License-Identifier: Apache-2.0
#include "systems/voyager/voyager_case.h"

#include <stdexcept>

#include "support/library_machine.h"

namespace isochron::testbench {

ParameterTable VoyagerCase::table() {
  ParameterTable table;
  const auto count = [&table](const char* path, std::uint64_t& value) { table.count(path, value, {}, ""); };
  const auto rate = [&table](const char* path, std::uint64_t& value) { table.data_rate(path, value, {}, ""); };
  const auto bytes = [&table](const char* path, std::uint64_t& value) { table.bytes(path, value, {}, ""); };
  const auto duration = [&table](const char* path, std::uint64_t& value) { table.duration(path, value, {}, ""); };
  table.choice("load", load, {"streams", "raw"}, "");
  count("thin_nodes", thin_nodes);
  count("wide_nodes", wide_nodes);
  count("disks.count", disks);
  rate("disks.rate", disk_rate);
  rate("disks.bus", bus_rate);
  count("disks.buses", buses);
  duration("disks.rotation", rotation);
  bytes("disks.capacity", capacity);
  table.choice("files.where", where, {"local", "vsd"}, "");
  count("files.stripe_nodes", stripe_nodes);
  count("files.disks_a_node", disks_a_node);
  bytes("files.block", block);
  count("files.buffers", buffers);
  duration("files.packet", file_packet);
  duration("files.byte", file_byte);
  duration("files.byte_over_nodes", file_byte_over_nodes);
  table.choice("files.work", file_work, {"both", "record"}, "");
  table.nest("vsd", vsd.client_parameters());
  table.choice("vsd.stage", vsd.stage, {"client", "server"}, "");
  duration("vsd.private", vsd.own);
  table.include(streams.parameters());
  table.nest("stack", stack.parameters());
  table.nest("atm", atm.link_parameters());
  table.nest("tb2", tb2.parameters());
  table.nest("switch", sp_switch.parameters());
  table.nest("microchannel", microchannel.parameters());
  return table;
}

std::unique_ptr<MachineDescription> VoyagerCase::machine() const {
  std::unique_ptr<MachineDescription> machine = library_machine("voyager");
  const ParameterTable all = machine->parameters();
  VoyagerCase copy = *this;
  const ParameterTable ours = copy.table();
  for (const Parameter& one : ours.all()) {
    const Parameter* const found = all.find(one.path);
    if (found == nullptr) throw std::out_of_range("no parameter " + one.path);
    found->set(one.get());
  }
  return machine;
}

}  // namespace isochron::testbench
