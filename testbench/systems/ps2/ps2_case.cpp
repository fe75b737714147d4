// SPDX-License-Identifier: Apache-2.0
#include "systems/ps2/ps2_case.h"

#include <stdexcept>

#include "support/library_machine.h"

namespace isochron::testbench {

namespace {

/// Gives parameters of a table their values.
class Setter {
 public:
  explicit Setter(const ParameterTable& table) : table_(table) {}

  void set(const std::string& path, const ParameterValue& value) const { at(path).set(value); }
  /// A choice by its place among those that there are.
  template <class Choice>
  void choose(const std::string& path, Choice value) const {
    at(path).set(at(path).choices.at(static_cast<std::size_t>(value)));
  }
  /// A number that may have a name: as 0 is none.
  void set_unless_named(const std::string& path, std::uint64_t value) const {
    if (value > 0) set(path, value);
  }
  /// Those of a part of the machine.
  void set_all(const std::string& prefix, const ParameterTable& values) const {
    for (const Parameter& one : values.all()) set(prefix + one.path, one.get());
  }

 private:
  const Parameter& at(const std::string& path) const {
    const Parameter* const found = table_.find(path);
    if (found == nullptr) throw std::out_of_range("no parameter " + path);
    return *found;
  }

  const ParameterTable& table_;
};

void set_disks(DisksOfPc disks, const Setter& to) {
  to.set_unless_named("strings", disks.strings);
  to.choose("disk.model", disks.model);
  to.set("disk.rate", disks.rate);
  to.set("disk.mean_latency", disks.mean_latency);
  to.set("disk.capacity", disks.mechanics.capacity);
  to.set("disk.rotation", disks.mechanics.rotation);
  to.set("disk.seek.overhead", disks.mechanics.overhead);
  to.set("disk.seek.settle", disks.mechanics.settle);
  to.set("disk.seek.root", disks.mechanics.root);
  to.set("disk.depth", disks.depth);
  to.choose("disk.order", disks.order);
  to.set("disk.file_at", disks.file_at);
  to.set("disk.zones", disks.mechanics.zones);
  to.set_all("string.", disks.string.parameters());
}

}  // namespace

std::unique_ptr<MachineDescription> machine_of(const Ps2Case& given) {
  std::unique_ptr<MachineDescription> machine = library_machine("ps2");
  const ParameterTable table = machine->parameters();
  const Setter to(table);
  Ps2Case p = given;
  to.set("slaves", p.slaves);
  to.set("disks_per_slave", p.disks_per_slave);
  set_disks(p.storage, to);
  to.set("volume.size", p.volume_size);
  to.set("volume.extent", p.extent);
  to.set("volume.voxel", p.voxel);
  to.set_all("planes.", p.planes.parameters());
  to.set("planes_in_flight", p.planes_in_flight);
  to.set_all("", p.part.parameters());
  to.set_unless_named("placement.row_offset", p.placement.row_offset);
  to.set_unless_named("placement.plane_offset", p.placement.plane_offset);
  to.choose("extract_on", p.extract_on);
  to.set("slave.processors", p.slave_processors);
  to.set("slave.threads", p.threads);
  to.set("slave.disk_interface", p.disk_interface);
  to.set("slave.extract", p.extract);
  to.set("slave.send", p.send);
  to.set("slave.send_byte", p.send_byte);
  to.set("master.processors", p.master_processors);
  to.set("master.receive", p.receive);
  to.set("master.receive_byte", p.receive_byte);
  to.set("master.merge", p.merge);
  to.set("master.display", p.display);
  to.choose("master.receive_on", p.receive_on);
  to.choose("master.merge_on", p.merge_on);
  to.set_all("network.", p.network.parameters());
  to.set_all("memory_bus.", p.memory_bus.parameters());
  to.choose("pixels", p.pixels);
  return machine;
}

std::unique_ptr<MachineDescription> machine_of(const DiskArrayCase& p) {
  std::unique_ptr<MachineDescription> machine = library_machine("disk_array");
  const ParameterTable table = machine->parameters();
  const Setter to(table);
  to.set("disks", p.disks);
  set_disks(p.storage, to);
  to.set("block.least", p.block_least);
  to.set("block.most", p.block_most);
  to.set("blocks", p.blocks);
  to.set("processors", p.processors);
  to.set("disk_interface", p.disk_interface);
  return machine;
}

}  // namespace isochron::testbench
