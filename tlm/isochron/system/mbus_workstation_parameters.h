// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/mbus_config.h>
#include <isochron/host/cache.h>
#include <isochron/host/line_processor.h>
#include <isochron/storage/disk_reader.h>
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
  ParameterTable table();
  std::vector<ResourceBound> bounds() const;
  std::optional<std::uint64_t> completes_in() const {
    return static_cast<std::uint64_t>(static_cast<double>(processor.bytes) / bounds().front().load * 1e12);
  }
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;

  std::uint64_t lines() const { return processor.bytes / mbus.line; }
  /// Bus clocks that a line of the program takes in the steady state: fills and write-backs.
  std::uint64_t bus_cycles_per_line() const { return mbus.cycles_of(processor.fills(), processor.write_backs()); }
  /// Words that the disk has in a second; 0 without one.
  double io_words() const { return io == Io::none ? 0 : disk.words_per_second(mbus.io_word); }
};

}  // namespace isochron
