// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/net/ethernet_config.h>
#include <isochron/software/ps2/extent_store.h>
#include <isochron/software/ps2/part_format.h>
#include <isochron/software/ps2/plane_series.h>
#include <isochron/system/machine_parameters.h>
#include <isochron/system/storage_pc.h>

namespace isochron {

class PlaneSet;

/// Parameters of PS2, the PC cluster of Messerli, Gennart and Hersch that cuts planes out of a tomographic volume. Its
/// MB and KB are binary. Defaults are the readings of the paper's open points that give its results; see
/// docs/systems/ps2.md.
struct Ps2Parameters : MachineParameters {
  enum class Pixels { off, on };
  enum class Place { slave, master };
  enum class Processors { one, all };

  std::uint64_t slaves = 3;  ///< 0: one PC alone, with the disks
  std::uint64_t disks_per_slave = 9;
  StorageParameters storage;
  std::vector<std::uint64_t> volume_size{512, 512, 384};
  std::uint64_t extent = 32;
  std::uint64_t voxel = 1;
  PlaneSeries planes;
  std::uint64_t planes_in_flight = 2;
  PartFormat part;
  ExtentStore::Config placement;
  Place extract_on = Place::slave;

  std::uint64_t slave_processors = 1;
  std::uint64_t threads = 1;  ///< that extract plane parts
  std::uint64_t disk_interface = 185'400 * nanosecond;
  std::uint64_t extract = 1'780'800 * nanosecond;
  std::uint64_t send = 842'600 * nanosecond;
  std::uint64_t send_byte = 0;  ///< ps

  std::uint64_t master_processors = 1;
  std::uint64_t receive = 581'500 * nanosecond;
  std::uint64_t receive_byte = 0;  ///< ps
  std::uint64_t merge = 235'800 * nanosecond;
  std::uint64_t display = 8 * millisecond;
  Processors receive_on = Processors::one;
  Processors merge_on = Processors::one;

  EthernetConfig network;
  MemoryBus::Config memory_bus;
  Pixels pixels = Pixels::off;
  std::uint64_t pictures = 0;

  static constexpr const char* driver = "planes";
  static constexpr const char* driver_unit = "1/s";

  ParameterTable table();
  std::vector<ParameterProblem> problems() const { return Ps2Parameters(*this).table().problems(); }

  bool is_local() const { return slaves == 0; }
  /// PCs with disks.
  std::uint64_t servers() const { return is_local() ? 1 : slaves; }
  std::uint64_t disks() const { return servers() * disks_per_slave; }
  bool extracts_on_master() const { return is_local() || extract_on == Place::master; }
  VolumeGeometry volume() const;
  PartFormat part_format() const;
  ExtentPlacement extent_placement() const;
  /// Most extents that a disk has, and their bytes.
  std::uint64_t most_extents_a_disk() const;
  std::uint64_t file_bytes_a_disk() const { return most_extents_a_disk() * volume().extent_bytes(); }

  std::vector<ResourceBound> bounds() const;
  std::optional<std::uint64_t> completes_in() const;
  std::vector<std::string> drawn_at_random() const {
    if (!planes.is_drawn()) return {};
    return {"planes"};
  }
  std::vector<std::string> picture_names() const;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

 private:
  void add_conditions(ParameterTable& table);
  std::vector<ParameterProblem> own_problems() const;
  /// A few of its planes, for estimates.
  PlaneSet sample() const;
};

}  // namespace isochron
