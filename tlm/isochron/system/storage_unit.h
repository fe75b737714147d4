// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/machine/run/metric_rule.h>
#include <isochron/net/fddi.h>
#include <isochron/part/assembly.h>
#include <isochron/software/calliope/central_process.h>
#include <isochron/storage/disk.h>
#include <isochron/system/storage_unit_parameters.h>

namespace isochron {

/// A storage unit of Calliope as parts of a machine: host, adapters and disks, the processes that run on it, and its
/// FDDI ring with the clients. Source: Calliope, section 2.3.
class StorageUnit {
 public:
  struct Config {
    StorageUnitParameters unit;
    std::uint64_t streams = 1;  ///< at most
    std::uint64_t slots = 1;    ///< of a disk
    Time cycle = second;        ///< ps
    CentralProcess::Start start = CentralProcess::Start::slot;
    std::vector<CentralProcess::Item> first;  ///< streams that begin at time 0
    std::uint64_t seed = 1;
  };

  /// Its parts; null where they are only planned. The holder of the model owns the files.
  struct Parts {
    Host* host = nullptr;
    std::vector<Disk*> disks;
    PacketTimer* timer = nullptr;
    DutyCycle* duty_cycle = nullptr;
    NetworkProcess* network = nullptr;
    CentralProcess* central = nullptr;
    StreamClients* viewers = nullptr;
    RecordingClients* cameras = nullptr;
    Fddi* fddi = nullptr;
    std::unique_ptr<StreamFiles> files;
  };

  static Parts assemble(Assembly& machine, const Config& config);

  /// Host, disks and adapters alone, of `config.unit`.
  static Parts assemble_hardware(Assembly& machine, const Config& config);
  static Fddi* add_fddi(Assembly& machine, Fddi::Config config);
  /// Figures of units' streams in a window of `window` ps.
  static std::vector<MachineFigure> figures(const std::vector<const Parts*>& units, Time window);
  static std::vector<StatisticInfo> figure_infos() { return infos_of(figures({}, second)); }
  /// Lateness and delays of all units.
  static void add_histograms(ReplicationRecord& record, const std::vector<const Parts*>& units);
  /// How long the units' hosts stand still at a time.
  static void add_stops(ReplicationRecord& record, const std::vector<const Parts*>& units);
  static std::vector<StatisticInfo> histogram_infos();
  /// Reports of the parts as figures of a machine that has them within `scope` ("" or "unit[*].").
  static std::vector<MetricRule> metric_rules(const std::string& scope);
};

}  // namespace isochron
