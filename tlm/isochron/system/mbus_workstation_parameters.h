// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/mbus_config.h>
#include <isochron/device/cache.h>
#include <isochron/device/line_processor.h>
#include <isochron/observe/instance_overrides.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/system/machine.h>

namespace isochron {

/// Parameters of the workstation on which Gennart et al. measured MBUS (section 3.5). Defaults: the copy, alone,
/// by the paper's own arithmetic.
struct MbusWorkstationParameters {
  enum class Io { none, disk };

  LineProcessor::Program program = LineProcessor::Program::copy;
  std::uint64_t bytes = 32'000'000;  ///< that the program works on
  std::uint64_t instruction_cycles = 0;
  Cache::Config cache;
  MbusConfig mbus;
  Io io = Io::none;
  std::uint64_t io_rate = std::uint64_t{8} * 4'000'000;  ///< bit/s

  ParameterTable table();
  /// What a scenario says of the cache and the bus as single parts.
  void apply(InstanceOverrides& overrides);
  /// What the table's checks find.
  std::vector<ParameterProblem> problems() const { return MbusWorkstationParameters(*this).table().problems(); }
  std::vector<ResourceBound> bounds() const;

  std::uint64_t lines() const { return bytes / mbus.line; }
  /// Bus clocks that a line of the program takes in the steady state: fills and write-backs.
  std::uint64_t bus_cycles_per_line() const;
  /// The part of the bus's time that the disk takes; 1 or more: there is not enough for it.
  double io_share() const;

 private:
  /// What is wrong between the parameters of this level.
  std::vector<ParameterProblem> own_problems() const;
};

}  // namespace isochron
