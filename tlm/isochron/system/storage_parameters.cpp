// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/storage_parameters.h>

#include <algorithm>

namespace isochron {

void StorageParameters::add_to(ParameterTable& table) {
  const std::string paper = "PS2, section 6", calibrated = "our calibration, on slightly more than one plane a second";
  const Range time{0, 10 * second};
  table.count_or("strings", strings, "table", {1, 64},
                 "SCSI strings of a PC; table: as the paper has them, up to 3 disks on each", "PS2, Fig. 9");
  table.choice("disk.model", model, {"literal", "local"},
               "literal: disk.mean_latency at every access; local: the arm's way to where the file is, and rotation",
               "open in PS2: section 6 measures the latency over the whole disk, where the file is not");
  table.data_rate("disk.rate", rate, {8, 1'000'000'000'000}, "of the medium", paper);
  table.duration("disk.mean_latency", mean_latency, time, "of random accesses over the whole disk", paper);
  table.bytes("disk.capacity", mechanics.capacity, {1, 1'000'000'000'000'000}, "of a disk", "IBM DPES-31080");
  table.duration("disk.rotation", mechanics.rotation, time, "a turn, 5400 a minute", "IBM DPES-31080");
  table.duration("disk.seek.overhead", mechanics.overhead, time, "of a request", calibrated);
  table.duration("disk.seek.settle", mechanics.settle, time, "of the arm on its track, at every request", calibrated);
  table.duration("disk.seek.root", mechanics.root, time,
                 "of a movement over the whole disk; of others times the root of their part of it", calibrated);
  table.count("disk.depth", depth, {1, 64}, "requests at a disk at a time; 1: they block", "PS2, section 7");
  table.choice("disk.order", order, {"fifo", "elevator"}, "in which a disk serves the requests that it has", "our own");
  table.bytes("disk.file_at", file_at, {0, 1'000'000'000'000'000}, "where the file begins on each disk", "our own");
  table.count("disk.zones", mechanics.zones, {1, 1000}, "with rates of their own; 1: disk.rate everywhere",
              "PS2, section 7, without numbers");
  table.data_rate("disk.outer_rate", mechanics.outer_rate, {8, 1'000'000'000'000}, "of the outermost zone", "our own");
  table.data_rate("disk.inner_rate", mechanics.inner_rate, {8, 1'000'000'000'000}, "of the innermost zone", "our own");
  table.nest("string", string.parameters());
  table.counts_where(table.is("disk.model", {"local"}),
                     {"disk.rotation", "disk.seek", "disk.order", "disk.file_at", "disk.zones", "disk.capacity"});
  table.counts_where(table.at_least("disk.depth", 2), {"disk.order"});
  const Condition zoned = table.at_least("disk.zones", 2);
  table.counts_where(zoned, {"disk.outer_rate", "disk.inner_rate"});
}

std::vector<ParameterProblem> StorageParameters::problems(std::uint64_t disks, const std::string& disks_path) const {
  std::vector<ParameterProblem> found;
  const std::uint64_t most = strings_of(disks) * ScsiStringConfig::most_targets;
  if (strings > disks)
    found.push_back({"strings",
                     std::to_string(strings) + " SCSI strings for " + std::to_string(disks) + " disks leave some empty",
                     "use " + std::to_string(disks) + " or fewer, or `table`",
                     {"strings", disks_path},
                     {{"strings", disks}}});
  if (disks > most)
    found.push_back({"strings",
                     std::to_string(disks) + " disks do not fit on " + std::to_string(strings) +
                         " SCSI strings, which take " + std::to_string(ScsiStringConfig::most_targets) + " each",
                     "use more strings, or `table`",
                     {"strings", disks_path},
                     {{"strings", (disks + ScsiStringConfig::most_targets - 1) / ScsiStringConfig::most_targets}}});
  if (model == Model::local && mechanics.zones > 1 && mechanics.inner_rate > mechanics.outer_rate)
    found.push_back({"disk.inner_rate",
                     "the innermost zone is faster than the outermost",
                     "make disk.inner_rate <= disk.outer_rate",
                     {"disk.inner_rate", "disk.outer_rate"},
                     {{"disk.inner_rate", mechanics.outer_rate}, {"disk.outer_rate", mechanics.inner_rate}}});
  const Time mean = mechanics.mean_random_access();
  if (model == Model::local && (mean > mean_latency + mean_latency / 100 || mean + mean_latency / 100 < mean_latency)) {
    // What root would give the mean.
    const std::uint64_t rest = mechanics.overhead + mechanics.settle + mechanics.rotation / 2;
    const std::uint64_t root = mean_latency > rest ? (mean_latency - rest) * 15 / 8 : 0;
    const auto text = [](Time time) {
      std::string digits = std::to_string((time + microsecond / 2) / microsecond);
      digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
      return digits.insert(digits.size() - 3, ".") + " ms";
    };
    found.push_back({"disk.seek.root",
                     "random accesses over the whole disk take " + text(mean) +
                         " with these seeks and rotation, not the " + text(mean_latency) + " of disk.mean_latency",
                     "choose overhead + settle + 8/15 of root + half a rotation to be disk.mean_latency",
                     {"disk.seek.root", "disk.mean_latency", "disk.seek.overhead", "disk.seek.settle", "disk.rotation"},
                     {{"disk.seek.root", root}, {"disk.mean_latency", mean}}});
  }
  return found;
}

Disk::Config StorageParameters::disk() const {
  Disk::Config config;
  config.latency.law = model == Model::literal ? SeekLatency::Law::deterministic : SeekLatency::Law::mechanical;
  config.latency.mean = mean_latency;
  config.rate = rate;
  config.mechanics = mechanics;
  config.order = order;
  config.chunk = string.chunk;
  return config;
}

double StorageParameters::least_cycle(std::uint64_t bytes, std::uint64_t span, Time disk_interface) const {
  const double service = disk().least_service(bytes, span);
  if (depth > 1) return service;
  const auto last_chunk = static_cast<double>((bytes - 1) % string.chunk + 1);
  return service + seconds(string.reselection) + last_chunk * 8 / static_cast<double>(string.rate) +
         seconds(disk_interface);
}

}  // namespace isochron
