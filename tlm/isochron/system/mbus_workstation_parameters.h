// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/mbus_config.h>
#include <isochron/device/cache.h>
#include <isochron/device/disk_reader.h>
#include <isochron/device/line_processor.h>
#include <isochron/system/machine_parameters.h>

namespace isochron {

/// Parameters of the workstation on which Gennart et al. measured MBUS (section 3.5). It has one part of each kind,
/// whose parameters are the machine's too. Defaults: the copy, alone, by the paper's own arithmetic.
struct MbusWorkstationParameters : MachineParameters {
  enum class Io { none, disk };

  LineProcessor::Config processor;
  Cache::Config cache;
  MbusConfig mbus;
  Io io = Io::none;
  DiskReader::Config disk;  ///< its rate; its words are mbus.io_word

  static constexpr const char* driver = "throughput";
  /// With its checks.
  ParameterTable table();
  std::vector<ResourceBound> bounds() const;
  std::optional<std::uint64_t> completes_in() const;
  /// Of so many parts.
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

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
