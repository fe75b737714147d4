// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/clock_grid.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// MBUS at the level of cache lines, in bus clocks. Defaults: what the programs of Gennart et al., section 3.5,
/// measured, each rounded to whole clocks by the paper.
struct MbusConfig {
  std::uint64_t clock = 50'000'000;  ///< Hz
  std::uint64_t line = 32;           ///< bytes of a cache line
  std::uint64_t fill = 15;           ///< clocks of a line's read, during which the bus is blocked
  std::uint64_t write_back = 10;     ///< clocks of a line's write
  std::uint64_t io_word = 8;         ///< bytes that a device moves at a time
  std::uint64_t io_cycles = 10;      ///< clocks of such a word

  ParameterTable parameters();
  ClockGrid grid() const { return ClockGrid::frequency(clock); }
  /// Clocks of so many lines that come from memory, and go to it.
  std::uint64_t cycles_of(std::uint64_t fills, std::uint64_t write_backs) const {
    return fills * fill + write_backs * write_back;
  }
  /// For a program each of whose lines makes so many come and go: bytes of its lines.
  Capacity capacity(std::uint64_t fills, std::uint64_t write_backs) const {
    const double bytes = static_cast<double>(line) * static_cast<double>(clock);
    const double of_lines = bytes / static_cast<double>(cycles_of(fills, write_backs));
    return {of_lines, of_lines};
  }
  /// The part of the bus's time that a device takes that has so many words a second; 1 or more: there is not enough.
  double share_of(double words) const { return words * static_cast<double>(io_cycles) / static_cast<double>(clock); }

  /// Of the bus with this timing, for `isochron describe`.
  static constexpr const char* type = "mbus";
  static TypeInfo type_info();
};

}  // namespace isochron
