// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/machine/run/resource_bound.h>
#include <isochron/observe/parameter_problem.h>
#include <isochron/storage/disk.h>

#include "support/library_machine.h"

namespace isochron::testbench {

enum class Architecture { shared_bus, point_to_point, subsystems };

/// Parameters of a multidisk server in numbers, as tests draw them and oracles take them. Defaults: those of the
/// machines' files.
struct MultidiskParameters {
  enum class Operation { read, resample, read_protocol_network, read_and_resample };
  enum class Split { every_node, disk_number };
  enum class Disks { shared_bus, local };
  enum class MoverUnit { strand, burst };
  enum class Arrivals { all_at_start, regular };
  struct LatencyOfDisk {
    SeekLatency::Law law = SeekLatency::Law::triangular;
    std::uint64_t mean = 10 * millisecond;
  };
  struct DiskOfNode {
    LatencyOfDisk latency;
    Disk::Freed freed = Disk::Freed::after_medium;
  };
  struct Mover {
    std::uint64_t burst = 2048, setup = 0, outstanding = 2;
  };

  explicit MultidiskParameters(Architecture which) : architecture(which) {}

  Architecture architecture;
  std::uint64_t nodes = 8;
  std::uint64_t disks_per_node = 1;
  Operation operation = Operation::read;
  Split split = Split::every_node;
  std::uint64_t strands = 256;
  std::uint64_t strand = 168'960;
  std::uint64_t requests_per_strand = 1;
  DiskOfNode disk;
  std::uint64_t io_write = 8ull * 38'900'000;
  bool held_during_transfers = true;
  std::uint64_t server_links = 4;
  std::uint64_t link_packets = 0;  ///< 0: whole strands
  std::uint64_t bus_packets = 0;
  Disks disks = Disks::shared_bus;              ///< of subsystems
  std::uint64_t dma_rate = 8ull * 160'000'000;  ///< bit/s
  MoverUnit mover_unit = MoverUnit::strand;
  Mover mover;
  Arrivals arrivals = Arrivals::all_at_start;
  std::uint64_t interval = 50 * millisecond;
  std::uint64_t group = 1;
  std::uint64_t count = 0;

  const char* machine() const;
  Settings settings() const;
  std::vector<ParameterProblem> problems() const { return problems_of(machine(), settings()); }
  std::vector<ResourceBound> bounds() const { return library_machine(machine(), settings())->bounds(); }

  std::uint64_t total_strands() const;
  /// Bytes of a strand once it is resampled 4:1 and compressed 15:1.
  std::uint64_t compressed() const { return strand / 4 / 15; }
};

}  // namespace isochron::testbench
