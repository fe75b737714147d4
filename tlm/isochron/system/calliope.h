// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/software/calliope/session_player.h>
#include <isochron/software/calliope/session_table.h>
#include <isochron/system/calliope_parameters.h>
#include <isochron/system/storage_unit.h>

namespace isochron {

/// A Calliope installation: clients ask the coordinator for sessions, which it gives to storage units, over one
/// Ethernet for all of their messages. Source: Calliope, sections 2 and 3.3.
class Calliope final : public MachineSimulation, private SessionPlayer::Programme {
 public:
  using Parameters = CalliopeParameters;

  /// `parameters` must have no problems().
  Calliope(const CalliopeParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);
  ~Calliope() override;

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const CalliopeParameters& p, Calliope* model);
  static TypeInfo type_info();

  const SessionTable& sessions() const { return sessions_; }
  const Coordinator& coordinator() const { return *coordinator_; }

 private:
  /// A storage unit and the paths of its ports.
  struct Unit {
    StorageService* service = nullptr;  ///< null where it is planned
    std::string orders;
    std::string ended;
  };
  /// The parts of unit `number`, in the scope that is open.
  static Unit assemble_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model, unsigned number);
  static Unit assemble_fake_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model, unsigned number);
  static Unit assemble_real_unit(Assembly& machine, const CalliopeParameters& p, Calliope* model, unsigned number);
  CentralProcess::Item item(const Session& session, unsigned member) const override;
  static std::vector<MetricRule> metric_rules();
  static std::vector<StatisticInfo> own_metrics();
  static std::vector<StatisticInfo> session_infos();

  /// As instances have them.
  CalliopeParameters configured(CalliopeParameters parameters);
  std::string left_to_do() const override;
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }

  CalliopeParameters parameters_;
  std::uint64_t seed_;
  SessionTable sessions_;
  Coordinator* coordinator_ = nullptr;
  std::vector<StorageService*> units_;
  std::vector<std::unique_ptr<PacketSchedule>> schedules_;  ///< those of `streams`, then a composite session's audio
  std::vector<StorageUnit::Parts> storage_;                 ///< of real units
  std::unique_ptr<UnitFailures> failures_;
};

}  // namespace isochron
