// SPDX-License-Identifier: Apache-2.0
// What a result of PS2 has beside what its parts report.
#include <isochron/software/ps2/plane_figures.h>
#include <isochron/system/ps2.h>

namespace isochron {

TypeInfo Ps2::type_info() {
  Ps2Parameters parameters;
  return machine_info("ps2",
                      "PS2: a master PC and slave PCs with disks on an Ethernet cut planes out of a tomographic volume",
                      "Messerli, Gennart, Hersch, Performances of the PS2 Parallel Storage and Processing System for "
                      "Tomographic Image Visualization",
                      parameters.table(), plane_figures(), metric_rules());
}

std::vector<MetricRule> Ps2::metric_rules() {
  const StatisticInfo used{"utilisation", "1", "fraction of time that the processors of a PC work"};
  const StatisticInfo carried{"utilisation", "1", "fraction of time that traffic keeps the memory bus of a PC"};
  std::vector<MetricRule> rules;
  const auto add = [&rules](const char* metric, std::vector<std::string> instances, const char* statistic,
                            const char* unit, const char* doc) {
    MetricRule rule{metric, std::move(instances), {{statistic, unit, doc}}};
    rule.where_reported = true;
    rule.bare = true;
    rules.push_back(std::move(rule));
  };
  const auto utilisation = [&add](const char* metric, std::vector<std::string> instances, const char* doc) {
    add(metric, std::move(instances), "utilisation", "1", doc);
  };
  rules.push_back({"slave.processor", {"slave[*].processor"}, {used}, true});
  utilisation("slave.processor", {"slave[*].processor"}, "fraction of time that a slave's processors work");
  utilisation("slave.processor.network", {"slave[*].send"},
              "fraction of time that a slave's processors work, to send messages");
  utilisation("slave.processor.disk_interface", {"slave[*].disk_interface"},
              "the same, to take extents from the disks");
  utilisation("slave.processor.extract", {"slave[*].extract"}, "the same, to cut plane parts out of extents");
  rules.push_back({"master.processor", {"master.processor"}, {used}, true});
  utilisation("master.processor", {"master.processor"}, "fraction of time that the master's processors work");
  utilisation("master.processor.receive", {"master.receive"}, "the same, to receive messages");
  utilisation("master.processor.disk_interface", {"master.disk_interface"},
              "the same, to take extents from its disks (slaves: 0)");
  utilisation("master.processor.extract", {"master.extract"},
              "the same, to cut plane parts out of extents (slaves: 0, or extract_on: master)");
  utilisation("master.processor.merge", {"master.merge"}, "the same, to merge plane parts");
  utilisation("master.processor.display", {"master.display"}, "the same, to display planes");
  utilisation("disk.utilisation", {"slave[*].disk[*]", "master.disk[*]"},
              "fraction of time that a disk serves a request");
  utilisation("string.utilisation", {"slave[*].string[*]", "master.string[*]"},
              "fraction of time that a transfer holds a SCSI string");
  utilisation("network.utilisation", {"network"},
              "fraction of time that a frame, or the gap behind it, is on the hub; with a switch on a link, mean of "
              "all both ways");
  add("network.payload", {"network"}, "payload", "B/s", "bytes of messages, without any header");
  rules.push_back({"memory_bus.slave", {"slave[*].memory_bus"}, {carried}, true});
  utilisation("memory_bus.slave", {"slave[*].memory_bus"}, "fraction of time that traffic keeps a slave's memory bus");
  rules.push_back({"memory_bus.master", {"master.memory_bus"}, {carried}, true});
  utilisation("memory_bus.master", {"master.memory_bus"},
              "fraction of time that traffic keeps the master's memory bus");
  return rules;
}

void Ps2::add_to(ReplicationRecord& record) const {
  add_plane_figures({*client_, planes_, *store_, images_.get()}, record);
}

}  // namespace isochron
