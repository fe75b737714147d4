// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/disk_array_parameters.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace isochron {

namespace {

constexpr std::uint64_t smallest_block = 512, largest_block = 16 << 20;  // bytes
constexpr double bytes_of_request = 500;                                 // waiting, without its data

}  // namespace

ParameterTable DiskArrayParameters::table() {
  const std::string paper = "PS2, Fig. 9";
  ParameterTable table;
  table.count("disks", disks, {1, 60}, "of the PC", paper);
  storage.add_to(table);
  table.bytes("block.least", block_least, {smallest_block, largest_block}, "smallest block that is read", paper);
  table.bytes("block.most", block_most, {smallest_block, largest_block}, "largest one; the sizes between are doubled",
              paper);
  table.count("blocks", blocks, {1, 100'000}, "that are read of each size, from each disk", "our own");
  table.count("processors", processors, {1, 64}, "of the PC", "PS2, section 6");
  table.duration("disk_interface", disk_interface, {0, 10 * second}, "of a processor, for a block from a disk",
                 "our calibration, on PS2, section 7");
  table.nest("memory_bus", memory_bus.parameters());
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

std::vector<ParameterProblem> DiskArrayParameters::own_problems() const {
  std::vector<ParameterProblem> found = storage.problems(disks, "disks");
  std::uint64_t size = block_least;
  while (size < block_most) size *= 2;
  if (size != block_most || block_most == block_least) {
    std::uint64_t other_most = std::max(size, 2 * block_least);
    if (other_most > largest_block && size >= 4 * block_least) other_most = size / 2;
    found.push_back(
        {"block.most",
         std::to_string(block_most) + " B are not " + std::to_string(block_least) + " B doubled once or several times",
         "use block.least times 2, 4, 8, ...",
         {"block.most", "block.least"},
         {{"block.most", other_most}, {"block.least", block_most / 2}}});
    // Where neither can be: both.
    if (other_most > largest_block && (block_most % 2 != 0 || block_most / 2 < smallest_block))
      found.back().candidates = {{"block.least", smallest_block}, {"block.most", 2 * smallest_block}};
  }
  if (block_most > storage.mechanics.capacity)
    found.push_back({"disk.capacity",
                     "a block of " + std::to_string(block_most) + " B does not fit on a disk",
                     "use a smaller block or a larger disk.capacity",
                     {"block.most", "disk.capacity"},
                     {{"disk.capacity", block_most}}});
  return found;
}

std::vector<std::uint64_t> DiskArrayParameters::block_sizes() const {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = block_least; size <= block_most; size *= 2) sizes.push_back(size);
  return sizes;
}

std::vector<ResourceBound> DiskArrayParameters::bounds_with(std::uint64_t block) const {
  const auto bytes = static_cast<double>(block);
  std::vector<ResourceBound> bounds;
  const auto add = [&](const char* resource, const char* description, double instances, double seconds_a_block) {
    if (seconds_a_block <= 0) return;
    const double limit = instances * bytes / seconds_a_block;
    bounds.push_back({resource, description, 0, limit / instances, limit});
  };
  add("disk", "disks, with the largest blocks: an access, its string and its interface", static_cast<double>(disks),
      storage.least_cycle(block, storage.mechanics.capacity, disk_interface));
  add("string", "SCSI strings", static_cast<double>(storage.strings_of(disks)),
      bytes / storage.string.capacity(block).contended);
  add("processor", "processors", static_cast<double>(processors), seconds(disk_interface));
  add("memory_bus", "memory bus", 1, bytes * seconds(memory_bus.disk_read));
  double throughput = bounds.front().limit;
  for (const ResourceBound& bound : bounds) throughput = std::min(throughput, bound.limit);
  for (ResourceBound& bound : bounds) bound.load = bound.capacity * throughput / bound.limit;
  return bounds;
}

std::vector<ResourceBound> DiskArrayParameters::bounds() const {
  return bounds_with(block_most);
}

std::optional<std::uint64_t> DiskArrayParameters::completes_in() const {
  double time = 0;
  for (const std::uint64_t block : block_sizes()) {
    double slowest = 0;
    for (const ResourceBound& bound : bounds_with(block)) slowest = std::max(slowest, 1 / bound.limit);
    time += slowest * static_cast<double>(block * blocks * disks);
  }
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, time * 1.1) * 1e12);
}

RunSize DiskArrayParameters::size(const MeasurePlan&, const HardwareParts&, double built) const {
  RunSize size;
  for (const std::uint64_t block : block_sizes()) {
    const double chunks = std::ceil(static_cast<double>(block) / static_cast<double>(storage.string.chunk));
    size.events += static_cast<double>(blocks * disks) * (2 * chunks + 2);
  }
  const double at_once = static_cast<double>(blocks * disks);
  // Data that a disk reads faster than its string takes them wait.
  const auto block = static_cast<double>(block_most), all = static_cast<double>(disks);
  const double read = all * static_cast<double>(storage.rate) / 8;
  const double taken = static_cast<double>(storage.strings_of(disks)) * storage.string.capacity(block_most).contended;
  const double waiting = all * block * std::max(0.0, 1 - taken / read);
  size.cluster_work = size.events + built * RunSize::building;
  size.peak_memory = RunSize::empty_process + built * RunSize::part + at_once * bytes_of_request + waiting;
  return size;
}

}  // namespace isochron
