// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/bus/mbus_config.h>
#include <isochron/device/cache.h>
#include <isochron/device/line_processor.h>
#include <isochron/system/machine.h>

namespace isochron {

/// Parameters of the workstation on which Gennart et al. measured MBUS (section 3.5). It has one part of each kind,
/// whose parameters are the machine's too. Defaults: the copy, alone, by the paper's own arithmetic.
struct MbusWorkstationParameters {
  enum class Io { none, disk };

  LineProcessor::Config processor;
  Cache::Config cache;
  MbusConfig mbus;
  Io io = Io::none;
  std::uint64_t io_rate = std::uint64_t{8} * 4'000'000;  ///< bit/s

  /// With its checks.
  ParameterTable table();
  std::vector<ResourceBound> bounds() const;

  std::uint64_t lines() const { return processor.bytes / mbus.line; }
  /// Bus clocks that a line of the program takes in the steady state: fills and write-backs.
  std::uint64_t bus_cycles_per_line() const {
    return processor.fills() * mbus.fill + processor.write_backs() * mbus.write_back;
  }
  /// Words that the disk has in a second; 0 without one.
  double io_words_per_second() const;
  /// The part of the bus's time that the disk takes; 1 or more: there is not enough for it.
  double io_share() const;
};

}  // namespace isochron
