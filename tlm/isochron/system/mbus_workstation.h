// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/fifo_bus.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/system/mbus_workstation_parameters.h>

namespace isochron {

/// The workstation of Gennart et al., section 3.5: a processor with its cache and, for Table 1, a disk that is read
/// meanwhile, on one MBUS. Runs until the program has ended.
class MbusWorkstation final : public MachineSimulation, public WorkDone {
 public:
  using Parameters = MbusWorkstationParameters;

  /// `parameters` must have no problems. Nothing is drawn at random.
  MbusWorkstation(const Parameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);

  struct Parts {
    Cache* cache = nullptr;
    LineProcessor* processor = nullptr;
    FifoBus* bus = nullptr;
    DiskReader* disk = nullptr;
  };
  /// Its parts and connections; `model` is null where they are only planned, and so is what it returns.
  static Parts assemble(Assembly& machine, const Parameters& p, MbusWorkstation* model);
  static TypeInfo type_info();

  /// What a run counts.
  struct Counts {
    Time completion = 0;            ///< of the program
    Time bus_busy = 0;              ///< that a transfer had held the bus by then
    std::uint64_t fills = 0;        ///< lines that came from memory
    std::uint64_t write_backs = 0;  ///< lines that went to it
    std::uint64_t words = 0;        ///< that the disk had put into memory by then
  };
  const Counts& counts() const { return counts_; }

 private:
  static std::vector<MachineFigure> figures(const Parameters& p, const Counts& counts);
  static std::vector<MetricRule> metric_rules();

  void work_done(Time now) override;
  std::string left_to_do() const override;
  Time window_end() const override { return counts_.completion; }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }

  Parameters parameters_;
  Parts parts_;
  Counts counts_;
};

}  // namespace isochron
