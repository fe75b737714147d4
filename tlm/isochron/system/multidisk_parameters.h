// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/device/block_mover.h>
#include <isochron/device/disk.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/system/machine.h>

namespace isochron {

/// How the disk nodes of a multiprocessor multidisk server are joined (Gennart et al.).
enum class Architecture {
  shared_bus,      ///< all on one MBUS (section 3.4)
  point_to_point,  ///< T9000 links and a C104 to a server interface processor (section 3.3)
  subsystems       ///< local buses and memories, block movers to a shared bus (proposed in section 5.3)
};

/// Parameters of the three servers of Gennart et al.. Rates are stored in bit/s. Defaults are the readings of the
/// paper's open points that give its results; see docs/systems/multidisk_servers.md.
struct MultidiskParameters {
  enum class Operation { read, resample, read_protocol_network, read_and_resample };
  enum class Arrivals { all_at_start, regular };

  explicit MultidiskParameters(Architecture kind) : architecture(kind) {}

  Architecture architecture;
  std::uint64_t nodes = 8;
  std::uint64_t disks_per_node = 1;
  Operation operation = Operation::read;
  std::uint64_t strands = 256;
  std::uint64_t strand = 168'960;  ///< bytes: 352 x 240 pixels of 2 B
  std::uint64_t requests_per_strand = 1;
  Disk::Config disk;
  std::uint64_t scsi_rate = 8ull * 18'400'000;
  std::uint64_t io_write = 8ull * 38'900'000;
  std::uint64_t processor_read = 8ull * 100'000'000;
  std::uint64_t processor_write = 8ull * 60'000'000;
  std::uint64_t processor_copy = 8ull * 40'000'000;
  std::uint64_t resample_rate = 8ull * 7'500'000;
  bool held_during_transfers = true;
  std::uint64_t compressor_rate = 8ull * 7'500'000;
  std::uint64_t compression = 15;
  std::uint64_t resample_factor = 4;
  std::uint64_t link_rate = 8ull * 8'000'000;
  std::uint64_t link_packets = 0;  ///< bytes; 0: whole strands
  std::uint64_t server_links = 4;
  std::uint64_t server_memory = 8ull * 38'900'000;
  std::uint64_t bus_packets = 0;  ///< bytes; 0: whole strands
  std::uint64_t dma_rate = 8ull * 160'000'000;
  BlockMover::Config mover;
  Arrivals arrivals = Arrivals::all_at_start;
  std::uint64_t interval = 50 * millisecond;
  std::uint64_t group = 1;
  std::uint64_t count = 0;  ///< strands with regular arrivals; 0: `strands`

  ParameterTable table();
  std::vector<ParameterProblem> problems() const;

  /// Strands that the run asks for.
  std::uint64_t total_strands() const { return arrivals == Arrivals::regular && count > 0 ? count : strands; }

  /// Strand i is on node i mod N, disk (i / N) mod D, server link i mod L: consecutive strands on consecutive nodes
  /// (section 4).
  unsigned node_of(std::uint64_t i) const { return static_cast<unsigned>(i % nodes); }
  unsigned disk_of(std::uint64_t i) const { return static_cast<unsigned>(i / nodes % disks_per_node); }
  unsigned server_link_of(std::uint64_t i) const { return static_cast<unsigned>(i % server_links); }
  /// What is done with strand i: with read_and_resample, the first half of the disks is read, the other resampled.
  Operation operation_of(std::uint64_t i) const;

  std::uint64_t resampled() const { return strand / resample_factor; }    ///< bytes
  std::uint64_t compressed() const { return resampled() / compression; }  ///< bytes

  std::vector<ResourceBound> bounds() const;
  /// Bytes/s of strands that arrive; none when all are asked for at the start.
  std::optional<double> demand() const;
};

}  // namespace isochron
