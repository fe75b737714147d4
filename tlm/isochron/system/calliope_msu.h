// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/endpoint/packet_sink.h>
#include <isochron/endpoint/packet_source.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/storage/random_reader.h>
#include <isochron/system/calliope_msu_parameters.h>
#include <isochron/system/storage_unit.h>

namespace isochron {

/// One storage unit of Calliope: streams from its disks to its FDDI ring, or the programs that measure what its
/// hardware can do. Source: Calliope, sections 2.3, 3.1 and 3.2.
class CalliopeMsu final : public MachineSimulation {
 public:
  using Parameters = CalliopeMsuParameters;

  /// `parameters` must have no problems and outlive it.
  CalliopeMsu(const CalliopeMsuParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);
  ~CalliopeMsu() override;

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const CalliopeMsuParameters& p, CalliopeMsu* model);
  static TypeInfo type_info();

 private:
  static std::vector<MetricRule> metric_rules();
  static std::vector<StatisticInfo> own_metrics();
  static void assemble_baseline(Assembly& machine, const CalliopeMsuParameters& p, const StorageUnit::Config& config,
                                CalliopeMsu* model);
  std::vector<CentralProcess::Item> items() const;

  std::string left_to_do() const override { return "streams that have no end"; }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }

  const CalliopeMsuParameters& parameters_;
  std::uint64_t seed_;
  std::vector<std::unique_ptr<PacketSchedule>> schedules_;
  StorageUnit::Parts unit_;
  const RandomReader* reader_ = nullptr;  ///< of the baseline
  const PacketSink* peer_ = nullptr;
};

}  // namespace isochron
