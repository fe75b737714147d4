// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/slice_timing.h>
#include <isochron/core/class_turns.h>
#include <isochron/core/clock_grid.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Where a PCI bus's times come from.
enum class PciTimingMode {
  paper,    ///< a slice and the cost of a change, as lumps (the paper, section 6.2.1)
  protocol  ///< bus clocks counted from the rules of PCI 2.2
};

/// When another message may take the bus.
enum class SwitchUnit { slice, message };

/// Whose message takes the next slice.
enum class PciTurns {
  round_robin,  ///< each in turn, whatever its class
  strict,       ///< the class of traffic with the lowest number, and within it each in turn
  weighted      ///< each class of traffic by its weight, and within it each in turn
};

/// A PCI or PCI-X bus. Defaults: 64 bit, 66 MHz, the paper's lumps.
struct PciConfig {
  PciTimingMode timing = PciTimingMode::paper;
  std::uint64_t clock = 66'667'000;                 ///< Hz
  std::uint64_t width = 64;                         ///< bit
  std::uint64_t slice = 128;                        ///< B
  std::uint64_t slice_time = 240 * nanosecond;      ///< ps, timing: paper
  std::uint64_t switch_overhead = 45 * nanosecond;  ///< ps, timing: paper
  SwitchUnit switch_unit = SwitchUnit::slice;
  PciTurns serve = PciTurns::round_robin;
  std::vector<std::uint64_t> weights;  ///< of classes; empty: all alike. With `weighted`

  /// Bus clocks, timing: protocol.
  struct Clocks {
    std::uint64_t arbitration = 2;      ///< REQ# to GNT# on an idle bus; hidden on a busy one
    std::uint64_t address = 1;          ///< address phase; 2 with dual address cycle, 2 with PCI-X's attribute phase
    std::uint64_t devsel = 2;           ///< address phase to DEVSEL#: 1 fast, 2 medium, 3 slow
    std::uint64_t initial_latency = 0;  ///< wait states before the first data phase
    std::uint64_t wait_states = 0;      ///< before every further data phase
    std::uint64_t latency_timer = 32;   ///< clocks from FRAME# after which a master without GNT# must stop
    std::uint64_t turnaround = 1;       ///< idle clock between transactions
    std::uint64_t disconnect = 0;       ///< clocks that a master stays off after a target disconnect at a slice's end
  };
  Clocks clocks;

  ParameterTable parameters();

  bool tells_classes() const { return serve != PciTurns::round_robin; }
  /// Where it tells them apart.
  ClassService classes() const;
  ClockGrid grid() const;
  SliceTiming slice_timing() const;
  /// A message of a master that is alone takes the time of its slices, and the slices of others are only ever in turns.
  bool has_slices_alone() const {
    const SliceTiming times = slice_timing();
    return timing == PciTimingMode::paper && !tells_classes() && times.start == 0 && times.again == 0;
  }
  /// The slices that a message of `bytes` >= 1 takes.
  SliceNeed need(std::uint64_t bytes) const;
  /// A transaction that its target answers with Retry: address phase, DEVSEL# with STOP#, no data.
  SliceNeed retry() const { return {1, 1}; }
  /// With messages of `bytes`: of one master, and of two or more in turns together.
  Capacity capacity(std::uint64_t bytes) const;
  /// Of a message of `bytes` from its grant until it is across, whoever else is on the bus: it takes no less.
  double least_seconds(std::uint64_t bytes) const;

 private:
  std::uint64_t least_ticks(std::uint64_t bytes) const;
  std::uint64_t setup_clocks() const;
  std::uint64_t data_clocks(std::uint64_t bytes) const;
  std::uint64_t burst_bytes() const;
};

}  // namespace isochron
