// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/fifo_bus.h>
#include <isochron/device/disk_reader.h>
#include <isochron/system/machine_model.h>
#include <isochron/system/mbus_workstation_parameters.h>

namespace isochron {

/// The workstation of Gennart et al., section 3.5: a processor with its cache and, for Table 1, a disk that is read
/// meanwhile, on one MBUS. Runs until the program has ended.
class MbusWorkstation final : public MachineModel, private LineProcessor::Done {
 public:
  /// `parameters` must have no problems.
  MbusWorkstation(const MbusWorkstationParameters& parameters, InstanceOverrides& overrides);

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const MbusWorkstationParameters& p, MbusWorkstation* model);
  /// What a run counts.
  struct Counts {
    Time completion;            ///< of the program
    std::uint64_t fills;        ///< lines that came from memory
    std::uint64_t write_backs;  ///< lines that went to it
    std::uint64_t words;        ///< that the disk had put into memory by then
  };
  static std::vector<MachineFigure> figures(const MbusWorkstationParameters& p, const Counts& counts);
  static std::vector<MetricRule> metric_rules();

  Time completion_time() const { return completion_; }
  const Cache& cache() const { return *cache_; }
  /// Picoseconds that a transfer had held the bus when the program ended.
  Time bus_busy() const { return bus_busy_; }
  std::uint64_t io_words() const { return disk_ == nullptr ? 0 : disk_->words(); }

 private:
  void program_done(Time now) override;
  std::string left_to_do() const override;
  Time window_end() const override { return completion_; }
  void add_to(ReplicationRecord& record) const override;
  std::vector<MetricRule> rules() const override { return metric_rules(); }

  MbusWorkstationParameters parameters_;
  Cache* cache_ = nullptr;
  LineProcessor* processor_ = nullptr;
  FifoBus* bus_ = nullptr;
  DiskReader* disk_ = nullptr;
  bool done_ = false;
  Time completion_ = 0;
  Time bus_busy_ = 0;
};

}  // namespace isochron
