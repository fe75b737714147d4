// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/disk_node_config.h>

#include <isochron/disk_node/disk_node_interface.h>
#include <isochron/storage/disk.h>

namespace isochron {

namespace {
constexpr const char* names[] = {"paper", "tlm", "rtl"};
}  // namespace

const char* DiskNodeConfig::implementation_name() const {
  return names[static_cast<std::size_t>(implementation)];
}

ParameterTable DiskNodeConfig::parameters() {
  ParameterTable table;
  table.choice("impl", implementation, {names[0], names[1], names[2]},
               "the paper's controller, or the disk-node interface: its model, or its Verilog; these with real data",
               "paper: Gennart et al., section 3.2; else our own");
  table.absent("impl", [](const std::string& name) {
    const Implementations<DiskNodeInterfaceMaker>& interfaces = disk_node_interfaces();
    if (name == names[0] || interfaces.find(name) != nullptr) return Absence{};
    const auto [cause, remedy] = interfaces.why_not(name);
    return Absence{cause, remedy};
  });
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "the disk-node interface's clock", "our own");
  table.count("depth", depth, {1, 8}, "commands under way a disk", "our own");
  table.choice(
      "transfer", transfer, {"strand", "burst"},
      "what the disk-node interface puts on the bus at a time: a strand, as the paper's controller, or each burst",
      "our own");
  table.duration("memory_latency", memory_latency, {0, millisecond},
                 "of the memory with the rings, as the disk-node interface sees it", "our own");
  table.counts_where(table.is("impl", {names[1], names[2]}), {"clock", "depth", "transfer", "memory_latency"});
  return table;
}

TypeInfo DiskNodeConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "What is between a disk node's disks and its bus: the paper's controller, or the disk-node interface as a model "
      "or "
      "as Verilog";
  info.source = "Gennart et al., section 3.2; docs/hardware/disk_node.md";
  info.ports = {{"scsi", "base protocol", "target", "what disks send"},
                {"bus", "base protocol", "initiator", "towards memory"},
                {"disk[d]", Disk::calls, "initiator", "disks that it asks"}};
  info.statistics = {{"moved", "B", "by the disk-node interface, every byte checked where it arrived"},
                     {"cycles", "1", "clock cycles of Verilog simulated"}};
  DiskNodeConfig config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
