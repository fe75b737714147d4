// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/bus/scsi_string_config.h>
#include <isochron/host/memory_bus.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/net/ethernet_config.h>
#include <isochron/software/ps2/extent_store.h>
#include <isochron/software/ps2/part_format.h>
#include <isochron/software/ps2/plane_series.h>
#include <isochron/storage/disk.h>

namespace isochron::testbench {

/// Disks of a PC, as parameters of the machines `ps2` and `disk_array`.
struct DisksOfPc {
  enum class Model { literal, local };

  Model model = Model::local;
  std::uint64_t rate = 27'682'406;  // bit/s: 3.3 MiB/s
  std::uint64_t mean_latency = 18'500 * microsecond;
  DiskMechanics mechanics;
  Disk::Order order = Disk::Order::fifo;
  std::uint64_t depth = 1;
  std::uint64_t file_at = 0;
  ScsiStringConfig string;
  std::uint64_t strings = 0;  ///< 0: three disks on each

  std::uint64_t strings_of(std::uint64_t disks) const { return strings > 0 ? strings : (disks + 2) / 3; }
};

/// Parameters of `ps2`, for what is worked out beside it; at first the defaults of its file.
struct Ps2Case {
  enum class Pixels { off, on };
  enum class Place { slave, master };
  enum class Processors { one, all };

  std::uint64_t slaves = 3;
  std::uint64_t disks_per_slave = 9;
  DisksOfPc storage;
  std::vector<std::uint64_t> volume_size{512, 512, 384};
  std::uint64_t extent = 32;
  std::uint64_t voxel = 1;
  PlaneSeries planes;
  std::uint64_t planes_in_flight = 2;
  PartFormat part;
  ExtentStore::Config placement;
  Place extract_on = Place::slave;
  std::uint64_t slave_processors = 1;
  std::uint64_t threads = 1;
  std::uint64_t disk_interface = 185'400 * nanosecond;
  std::uint64_t extract = 1'780'800 * nanosecond;
  std::uint64_t send = 842'600 * nanosecond;
  std::uint64_t send_byte = 0;
  std::uint64_t master_processors = 1;
  std::uint64_t receive = 581'500 * nanosecond;
  std::uint64_t receive_byte = 0;
  std::uint64_t merge = 235'800 * nanosecond;
  std::uint64_t display = 8 * millisecond;
  Processors receive_on = Processors::one;
  Processors merge_on = Processors::one;
  EthernetConfig network;
  MemoryBus::Config memory_bus;
  Pixels pixels = Pixels::off;

  std::uint64_t servers() const { return slaves == 0 ? 1 : slaves; }
  std::uint64_t disks() const { return servers() * disks_per_slave; }
  VolumeGeometry volume() const { return {{volume_size[0], volume_size[1], volume_size[2]}, extent, voxel}; }
};

/// Parameters of `disk_array`, likewise.
struct DiskArrayCase {
  std::uint64_t disks = 9;
  DisksOfPc storage;
  std::uint64_t block_least = 8ull * 1024;
  std::uint64_t block_most = 256ull * 1024;
  std::uint64_t blocks = 100;
  std::uint64_t processors = 1;
  std::uint64_t disk_interface = 185'400 * nanosecond;
};

/// The machine `ps2`, or `disk_array`, of the library with these parameters.
std::unique_ptr<MachineDescription> machine_of(const Ps2Case& p);
std::unique_ptr<MachineDescription> machine_of(const DiskArrayCase& p);

/// What is wrong with the parameters.
template <class Case>
std::vector<ParameterProblem> problems_of(const Case& p) {
  return machine_of(p)->parameters().problems();
}

}  // namespace isochron::testbench
