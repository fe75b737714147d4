// SPDX-License-Identifier: Apache-2.0
// What arithmetic says of PS2.
#include <algorithm>
#include <cmath>

#include <isochron/software/ps2/plane_set.h>
#include <isochron/system/ps2_parameters.h>

namespace isochron {

namespace {

/// Measured; processor time in events of the cluster.
struct Costs {
  static constexpr double counted_extent = 0.03;    ///< of a plane, when offsets are tried
  static constexpr double pixel = 0.6;              ///< cut, merged and compared
  static constexpr double voxel = 0.25;             ///< made and stored
  static constexpr double bytes_of_message = 4600;  ///< waiting: its first page
};

}  // namespace

PlaneSet Ps2Parameters::sample() const {
  PlaneSeries few = planes;
  few.count = std::min(planes.count, affordable_planes(volume(), planes.size[0], planes.size[1], 60));
  return {volume(), few, part_format()};
}

std::vector<ResourceBound> Ps2Parameters::bounds() const {
  const PlaneSet seen = sample();
  const double extents = seen.extents_per_plane();
  const double part_bytes = static_cast<double>(seen.part_bytes()) / static_cast<double>(seen.extents());
  const auto extent_bytes = static_cast<double>(volume().extent_bytes());
  const double message = extract_on == Place::master ? extent_bytes : part_bytes;
  const double n = static_cast<double>(servers());
  std::vector<ResourceBound> bounds;
  // `seconds_an_extent`: that each extent keeps one of `instances`, `seconds_a_plane` the same of each plane.
  const auto add = [&](const char* resource, const char* description, double instances, double seconds_an_extent,
                       double seconds_a_plane = 0) {
    const double a_plane = extents * seconds_an_extent + seconds_a_plane;
    if (a_plane <= 0) return;
    const double limit = instances / a_plane;
    bounds.push_back({resource, description, 0, limit * extents * extent_bytes / instances, limit});
  };
  // Extents are asked for as they lie on a disk: how far its arm goes depends on the plane, and it may be next to
  // nothing.
  add("disk", "disks: an access without the arm's way, its string and its interface", static_cast<double>(disks()),
      storage.least_cycle(volume().extent_bytes(), 0, disk_interface));
  const double string_time = extent_bytes / storage.string.capacity(volume().extent_bytes()).contended;
  add("string", "SCSI strings", n * static_cast<double>(storage.strings_of(disks_per_slave)), string_time);
  const double cut = seconds(extract), read = seconds(disk_interface);
  const double sent = seconds(send) + seconds(send_byte) * message;
  const double received = seconds(receive) + seconds(receive_byte) * message;
  if (!is_local())
    add("slave.processor", "processors of the slaves", n * static_cast<double>(slave_processors),
        read + (extracts_on_master() ? 0 : cut) + sent);
  if (!extracts_on_master() && slave_processors > threads)
    add("slave.extract", "threads of the slaves that extract", n * static_cast<double>(threads), cut);
  if (extracts_on_master() && master_processors > threads)
    add("master.extract", "threads of the master that extract", static_cast<double>(threads), cut);
  const double on_master = (is_local() ? read : received) + (extracts_on_master() ? cut : 0) + seconds(merge);
  add("master.processor", "processors of the master", static_cast<double>(master_processors), on_master,
      seconds(display));
  if (!is_local() && receive_on == Processors::one && master_processors > 1)
    add("master.receive", "processor of the master that receives", 1, received);
  if (merge_on == Processors::one && master_processors > 1)
    add("master.merge", "thread of the master that merges and displays", 1, seconds(merge), seconds(display));
  if (!is_local()) {
    const double bytes = extracts_on_master() ? static_cast<double>(network.wire_bytes(volume().extent_bytes()))
                                              : network.least_wire_bytes(message);
    const double wire = bytes * 8 / static_cast<double>(network.rate);
    add("network", network.kind == EthernetConfig::Kind::hub ? "network" : "network: the master's link", 1, wire);
  }
  const auto ns = [](std::uint64_t picoseconds) { return seconds(picoseconds); };
  const double disk_read = extent_bytes * ns(memory_bus.disk_read), extraction = part_bytes * ns(memory_bus.extract);
  const double merging = part_bytes * ns(memory_bus.merge);
  if (!is_local())
    add("memory_bus.slave", "memory buses of the slaves", n,
        disk_read + (extracts_on_master() ? 0 : extraction) + message * ns(memory_bus.send));
  add("memory_bus.master", "memory bus of the master", 1,
      (is_local() ? disk_read : message * ns(memory_bus.receive)) + (extracts_on_master() ? extraction : 0) + merging);

  double planes_a_second = bounds.front().limit;
  for (const ResourceBound& bound : bounds) planes_a_second = std::min(planes_a_second, bound.limit);
  for (ResourceBound& bound : bounds) bound.load = bound.capacity * planes_a_second / bound.limit;
  return bounds;
}

std::optional<std::uint64_t> Ps2Parameters::completes_in() const {
  double slowest = 0;
  for (const ResourceBound& bound : bounds()) slowest = std::max(slowest, 1 / bound.limit);
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, slowest * 1.1 * static_cast<double>(planes.count)) * 1e12);
}

RunSize Ps2Parameters::size(const MeasurePlan&, const HardwareParts&, double built) const {
  const PlaneSet seen = sample();
  const double all = seen.extents_per_plane() * static_cast<double>(planes.count);
  const double chunks =
      std::ceil(static_cast<double>(volume().extent_bytes()) / static_cast<double>(storage.string.chunk));
  RunSize size;
  // A chunk: off the medium, over the string. An extent: its latency and its jobs, and the frames of a message.
  const auto message = extract_on == Place::master ? volume().extent_bytes()
                                                   : static_cast<std::uint64_t>(seen.part_bytes() / seen.extents());
  const double hops = network.kind == EthernetConfig::Kind::hub ? 1 : 2;
  const double frames = is_local() ? 0 : hops * static_cast<double>(network.frames(message));
  size.events = all * (2 * chunks + 1 + frames + (is_local() ? 3 : 5));
  const std::uint64_t tries = ExtentPlacement::tries(disks(), placement.row_offset, placement.plane_offset);
  size.cluster_work = size.events + built * RunSize::building;
  if (tries > 1)
    size.cluster_work += static_cast<double>(tries * ExtentPlacement::most_counted) * Costs::counted_extent;
  // Requests of all planes under way wait as messages, of which only what is written takes memory.
  const double waiting = static_cast<double>(std::min(planes_in_flight, planes.count)) * seen.extents_per_plane();
  const auto extent_bytes = static_cast<double>(volume().extent_bytes());
  size.peak_memory = RunSize::empty_process + built * RunSize::part + all * sizeof(PlanePart) +
                     waiting * (Costs::bytes_of_message + (pixels == Pixels::on ? extent_bytes : 0));
  if (pixels == Pixels::on) {
    const auto pixels_of_all = static_cast<double>(planes.count * planes.size[0] * planes.size[1]);
    const auto voxels = static_cast<double>(volume_size[0] * volume_size[1] * volume_size[2]);
    size.cluster_work += pixels_of_all * Costs::pixel + voxels * Costs::voxel;
    size.peak_memory += voxels;
  }
  return size;
}

}  // namespace isochron
