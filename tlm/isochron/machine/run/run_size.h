// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// How many of a machine's parts are not the paper's, modelled or as Verilog: DMA engines that are block movers, and
/// disk-node interfaces; and, apart, block movers that count clock edges.
struct HardwareParts {
  struct Movers {
    std::uint64_t tlm = 0;
    std::uint64_t rtl = 0;
  };
  std::uint64_t tlm = 0;
  std::uint64_t rtl = 0;
  Movers movers;
};

/// What a replication will cost, from arithmetic alone; within a factor of two for what the scenarios ask for.
struct RunSize {
  double events = 0;        ///< completions that the machine's fabric processes
  double peak_memory = 0;   ///< bytes, of the process that simulates
  double cluster_work = 0;  ///< processor time, in events of the SeaChange cluster
  double rtl_cycles = 0;    ///< clock cycles of Verilog

  /// Bytes of the process before it has a machine, and of a part with its sockets, statistics and probes: measured.
  static constexpr double empty_process = 11.5e6;
  static constexpr double part = 6'000;
  /// Work of building a part and of taking it apart.
  static constexpr double building = 230;
  /// Work of bringing the kernel to another time, which machines do at regular steps.
  static constexpr double step = 60;
};

}  // namespace isochron
