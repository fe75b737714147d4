// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/software/calliope/central_process.h>
#include <isochron/software/calliope/packet_schedule.h>
#include <isochron/system/storage_unit_parameters.h>
#include <isochron/system/stream_parameters.h>

namespace isochron {

/// Parameters of one storage unit of Calliope, with streams that begin at once, or with the programs that measure what
/// its hardware can do.
struct CalliopeMsuParameters : MachineParameters {
  enum class Load {
    streams,  ///< viewers, and some who record
    baseline  ///< every disk is read at random, and packets are sent, as fast as it goes
  };

  Load load = Load::streams;
  bool send = true;         ///< of the baseline: packets
  bool write = false;       ///< ... written to memory before they are sent
  std::uint64_t depth = 1;  ///< ... requests at a disk
  StreamParameters streams;
  CentralProcess::Start start = CentralProcess::Start::together;
  std::uint64_t record = 0;  ///< of the streams
  StorageUnitParameters unit;

  static constexpr const char* driver = "fddi.throughput";

  ParameterTable table();
  void look_in(const std::string& folder) { streams.folder = folder; }
  bool has_streams() const { return load == Load::streams; }
  std::uint64_t slots() const;
  /// Cycle of a disk, in which each stream is served once, ps.
  Time cycle() const;

  std::optional<double> demand() const;
  std::vector<ResourceBound> bounds() const;
  RunSize size(const MeasurePlan& plan, double built) const;

 private:
  std::vector<ParameterProblem> own_problems() const;
};

}  // namespace isochron
