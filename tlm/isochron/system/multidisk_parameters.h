// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/arbiter.h>
#include <isochron/dma/block_mover.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/storage/disk.h>
#include <isochron/system/machine_parameters.h>
#include <isochron/system/strand_placement.h>

namespace isochron {

/// How the disk nodes of a multiprocessor multidisk server are joined (Gennart et al.).
enum class Architecture {
  shared_bus,      ///< all on one MBUS (section 3.4)
  point_to_point,  ///< T9000 links and a C104 to a server interface processor (section 3.3)
  subsystems       ///< local buses and memories, joined by a shared bus (proposed in section 5.3)
};

/// Parameters of the three servers of Gennart et al.. Rates are stored in bit/s. Defaults are the readings of the
/// paper's open points that give its results; see docs/systems/multidisk_servers.md.
struct MultidiskParameters : MachineParameters {
  enum class Operation { read, resample, read_protocol_network, read_and_resample };
  enum class Arrivals { all_at_start, regular };
  enum class Split { every_node, disk_number };
  enum class Disks { shared_bus, local };
  enum class MoverUnit { strand, burst };

  explicit MultidiskParameters(Architecture kind) : architecture(kind) {}

  Architecture architecture;
  std::uint64_t nodes = 8;
  std::uint64_t disks_per_node = 1;
  Operation operation = Operation::read;
  Split split = Split::every_node;  ///< of read_and_resample
  std::uint64_t strands = 256;      ///< of each kind with Split::every_node, else in all
  std::uint64_t strand = 168'960;   ///< bytes: 352 x 240 pixels of 2 B
  std::uint64_t requests_per_strand = 1;
  Disk::Config disk;
  std::uint64_t scsi_rate = 8ull * 18'400'000;
  Arbitration scsi_arbitration = Arbitration::first_come;
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
  std::uint64_t bus_packets = 0;    ///< bytes; 0: whole strands
  Disks disks = Disks::shared_bus;  ///< of subsystems: where they and their controllers hang
  std::uint64_t dma_rate = 8ull * 160'000'000;
  MoverUnit mover_unit = MoverUnit::strand;  ///< of subsystems: what takes the shared bus at a time
  BlockMover::Config mover;                  ///< where instances begin
  Arrivals arrivals = Arrivals::all_at_start;
  std::uint64_t interval = 50 * millisecond;
  std::uint64_t group = 1;
  std::uint64_t count = 0;  ///< strands with regular arrivals, counted as `strands`; 0: `strands`

  static constexpr const char* driver = "throughput";
  ParameterTable table();
  /// What the table's checks find.
  std::vector<ParameterProblem> problems() const { return MultidiskParameters(*this).table().problems(); }

  /// Strands that the run asks for, of both kinds.
  std::uint64_t total_strands() const;
  StrandPlacement placement() const;
  unsigned node_of(std::uint64_t i) const { return placement().location_of(i).node; }
  unsigned server_link_of(std::uint64_t i) const { return static_cast<unsigned>(placement().number(i) % server_links); }
  /// What is done with strand i.
  Operation operation_of(std::uint64_t i) const;

  /// Subsystems whose disks and controllers hang on the shared bus.
  bool disks_on_shared_bus() const { return architecture == Architecture::subsystems && disks == Disks::shared_bus; }
  /// The protocol's strands go to a network interface of the whole server; those of subsystems to a bus of their own.
  bool has_network() const {
    return operation == Operation::read_protocol_network && architecture != Architecture::subsystems;
  }
  bool moves_in_bursts() const { return architecture == Architecture::subsystems && mover_unit == MoverUnit::burst; }

  std::uint64_t resampled() const { return strand / resample_factor; }    ///< bytes
  std::uint64_t compressed() const { return resampled() / compression; }  ///< bytes

  std::vector<ResourceBound> bounds() const;
  /// Bytes/s of strands that arrive; none when all are asked for at the start.
  std::optional<double> demand() const;
  std::optional<std::uint64_t> completes_in() const;
  std::vector<std::string> drawn_at_random() const {
    if (disk.latency.law == SeekLatency::Law::deterministic) return {};
    return {"latencies of disks"};
  }
  /// Of so many parts.
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

 private:
  void add_conditions(ParameterTable& table);
  /// What is wrong between the parameters of this level.
  std::vector<ParameterProblem> own_problems() const;
};

}  // namespace isochron
