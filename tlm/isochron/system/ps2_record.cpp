// SPDX-License-Identifier: Apache-2.0
// What a result of PS2 has beside what its parts report.
#include <isochron/system/ps2.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

TypeInfo Ps2::type_info() {
  Ps2Parameters parameters;
  return machine_info("ps2",
                      "PS2: a master PC and slave PCs with disks on an Ethernet cut planes out of a tomographic volume",
                      "Messerli, Gennart, Hersch, Performances of the PS2 Parallel Storage and Processing System for "
                      "Tomographic Image Visualization",
                      parameters.table(), own_metrics(), metric_rules());
}

std::vector<StatisticInfo> Ps2::own_metrics() {
  return {
      {"planes", "1/s", "planes, over the time from the first request to the last display"},
      {"extents", "1/s", "extents that are read, over the same time"},
      {"extents_per_plane", "1", "extents that a plane meets, mean"},
      {"parts.bytes", "B", "of a plane part as it is sent, mean"},
      {"parts.missing", "1", "plane parts whose disk has failed"},
      {"placement.imbalance", "1", "extents of a plane on its busiest disk over those on the mean one, mean of planes"},
      {"completion_time", "s", "from the first request to the last display"},
      {"delay", "s", "from the request of a plane to its display"},
      {"pixels.compared", "1", "pixels of planes that were compared with the phantom (pixels: on)"}};
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

void Ps2::check_books() const {
  const DeliveryLedger& ledger = client_->ledger();
  if (ledger.messages_out() != planes_.extents() || ledger.messages_in() != planes_.extents() ||
      ledger.bytes_in() != planes_.part_bytes())
    throw ModelError("of " + std::to_string(planes_.extents()) + " plane parts " +
                     std::to_string(ledger.messages_out()) + " were asked for and " +
                     std::to_string(ledger.messages_in()) + " merged");
}

void Ps2::add_pictures(ReplicationRecord& record) const {
  const std::vector<std::string> names = parameters_.picture_names();
  for (std::uint64_t k = 0; k < names.size(); ++k) {
    const std::vector<unsigned char>& pixels = images_->kept().at(k);
    const ImagePlane& plane = planes_.plane(k);
    record.pictures[names[k]] = {plane.width, plane.height, std::string(pixels.begin(), pixels.end())};
  }
}

void Ps2::add_to(ReplicationRecord& record) const {
  check_books();
  // Where every disk has failed and a display takes no time, nothing does.
  const double time = std::max(seconds(client_->last_shown()), 1e-12);
  const auto add = [&record](const char* name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  const auto planes = static_cast<double>(planes_.planes()), extents = static_cast<double>(planes_.extents());
  const auto missing = static_cast<double>(client_->parts_missing());
  add("planes", "1/s", planes / time);
  add("extents", "1/s", (extents - missing) / time);
  add("extents_per_plane", "1", extents / planes);
  add("parts.bytes", "B", static_cast<double>(planes_.part_bytes()) / extents);
  add("parts.missing", "1", missing);
  add("placement.imbalance", "1", store_->placement().imbalance(planes_.volume(), planes_.all_parts()));
  add("completion_time", "s", time);
  if (images_ != nullptr) add("pixels.compared", "1", static_cast<double>(images_->pixels_compared()));
  add_pictures(record);
  record.histograms["delay"] = client_->delays().sample();
  record.fingerprint = client_->ledger().fingerprint();
  record.messages = client_->ledger().messages_in();
}

}  // namespace isochron
