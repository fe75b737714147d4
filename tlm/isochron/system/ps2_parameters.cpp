// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/ps2_parameters.h>

#include <algorithm>
#include <string>
#include <utility>

#include <isochron/software/ps2/plane_figures.h>

namespace isochron {

ParameterTable Ps2Parameters::table() {
  const std::string section_6 = "PS2, section 6", from_use = "our calibration, on PS2, section 7";
  const Range time{0, 10 * second}, processors{1, 64};
  ParameterTable table;
  table.count("slaves", slaves, {0, 64}, "PCs with disks, beside the master; 0: the master alone, with the disks",
              "PS2, section 7");
  table.count("disks_per_slave", disks_per_slave, {1, 60}, "disks of a PC with disks", section_6);
  storage.add_to(table);
  table.dimensions("volume.size", volume_size, 3, {8, 4096}, "voxels of the image", "PS2, section 5");
  table.count("volume.extent", extent, {8, 256}, "voxels of an extent's edge", "PS2, section 5");
  table.bytes("volume.voxel", voxel, {1, 8}, "of a voxel, and of a pixel", "PS2, section 5");
  ParameterTable of_planes = planes.parameters(), of_placement = placement.parameters();
  of_planes.check([this] { return planes.problems(volume()); });
  of_placement.check([this] { return placement.problems(disks()); });
  table.nest("planes", std::move(of_planes));
  table.count("planes_in_flight", planes_in_flight, {1, 1000}, "planes under way at a time",
              "open in PS2, section 5: a plane is shown while the next is prepared");
  table.include(part.parameters());
  table.nest("placement", std::move(of_placement));
  table.choice("extract_on", extract_on, {"slave", "master"}, "where plane parts are cut out of extents",
               "PS2, section 5; master: our own");
  table.count("slave.processors", slave_processors, processors, "of a slave", section_6);
  table.count("slave.threads", threads, processors, "that extract plane parts, of a PC", "PS2, section 3");
  table.duration("slave.disk_interface", disk_interface, time, "of a processor, for an extent from a disk", from_use);
  table.duration("slave.extract", extract, time, "of a processor, for a plane part", from_use);
  table.duration("slave.send", send, time, "of a processor, for a message", from_use);
  table.duration("slave.send_byte", send_byte, {0, second}, "the same for each of its bytes", "our own");
  table.count("master.processors", master_processors, processors, "of the master", section_6);
  table.duration("master.receive", receive, time, "of a processor, for a message", from_use);
  table.duration("master.receive_byte", receive_byte, {0, second}, "the same for each of its bytes", "our own");
  table.duration("master.merge", merge, time, "of a processor, for a plane part", from_use);
  table.duration("master.display", display, time, "of a processor, for a plane", from_use);
  table.choice("master.receive_on", receive_on, {"one", "all"},
               "processors that messages are received on; one: the first, as its interrupts", "open in PS2, section 8");
  table.choice("master.merge_on", merge_on, {"one", "all"},
               "threads that merge and display: one, or as many as processors", "PS2, section 5: the client thread");
  table.nest("network", network.parameters());
  table.nest("memory_bus", memory_bus.parameters());
  table.choice("pixels", pixels, {"off", "on"},
               "on: voxels are stored, moved, cut and merged, and every pixel is compared", "our own");
  table.count("pictures", pictures, {0, 1000}, "planes whose pictures are kept, from the first on", "our own");
  add_conditions(table);
  table.check([this] { return own_problems(); });
  add_bus_model(table, bus_model);
  return table;
}

void Ps2Parameters::add_conditions(ParameterTable& table) {
  const Condition networked = table.at_least("slaves", 1);
  table.counts_where(networked,
                     {"slave.processors", "slave.send", "slave.send_byte", "master.receive", "master.receive_byte",
                      "master.receive_on", "network", "extract_on", "memory_bus.send", "memory_bus.receive"});
  table.counts_where(table.at_least("master.processors", 2), {"master.receive_on", "master.merge_on"});
  table.counts_where(table.is("pixels", {"on"}), {"pictures"});
}

std::vector<std::string> Ps2Parameters::picture_names() const {
  return plane_pictures(pixels == Pixels::on ? std::min(pictures, planes.count) : 0);
}

VolumeGeometry Ps2Parameters::volume() const {
  return {{volume_size[0], volume_size[1], volume_size[2]}, extent, voxel};
}

PartFormat Ps2Parameters::part_format() const {
  PartFormat format = part;
  format.pixel = voxel;
  return format;
}

ExtentPlacement Ps2Parameters::extent_placement() const {
  return ExtentPlacement::best(volume(), disks(), placement.row_offset, placement.plane_offset, planes.centre_box);
}

std::uint64_t Ps2Parameters::most_extents_a_disk() const {
  return volume().most_extents_of(disks());
}

std::vector<ParameterProblem> Ps2Parameters::own_problems() const {
  const auto text = [](std::uint64_t number) { return std::to_string(number); };
  std::vector<ParameterProblem> found = storage.problems(disks_per_slave, "disks_per_slave");
  const std::vector<ParameterProblem> undivided = volume().problems();
  if (!undivided.empty()) {
    found.push_back(undivided.front());
    return found;  // the rest asks for extents
  }
  const std::uint64_t file = file_bytes_a_disk();
  if (storage.model == StorageParameters::Model::local && storage.file_at + file > storage.mechanics.capacity)
    found.push_back({"disk.file_at",
                     "a disk of " + text(storage.mechanics.capacity) + " B has no room for " + text(file) +
                         " B of extents from " + text(storage.file_at) + " B on",
                     "lower disk.file_at, or use more or larger disks",
                     {"disk.file_at", "disk.capacity", "disks_per_slave", "slaves", "volume.size"},
                     {{"disk.file_at", 0}, {"disk.capacity", storage.file_at + file}}});
  if (pixels == Pixels::on)
    for (ParameterProblem& problem : part.problems_with_data()) {
      problem.others.emplace_back("pixels");
      found.push_back(std::move(problem));
    }
  if (pixels == Pixels::on && voxel != 1)
    found.push_back({"volume.voxel",
                     "the phantom of `pixels: on` has voxels of 1 B",
                     "use 1 B, or `pixels: off`",
                     {"volume.voxel", "pixels"},
                     {{"volume.voxel", 1}}});
  return found;
}

}  // namespace isochron
