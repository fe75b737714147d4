// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/device/disk_reader.h>
#include <isochron/device/line_processor.h>
#include <isochron/device/memory.h>
#include <isochron/observe/trace.h>
#include <isochron/system/mbus_workstation_parameters.h>

namespace isochron {

/// The workstation of Gennart et al., section 3.5, as SystemC modules: a processor with its cache and, for Table
/// 1, a disk that is read meanwhile, on one MBUS. Runs until the program has ended.
class MbusWorkstation final : private LineProcessor::Done {
 public:
  /// `parameters` must have no problems() and outlive the workstation.
  explicit MbusWorkstation(const MbusWorkstationParameters& parameters);

  /// `progress(simulated picoseconds)` is called now and then; it may be empty. Throws ModelError on deadlock or a
  /// protocol violation.
  void run(const std::function<void(std::uint64_t)>& progress, Trace* trace = nullptr);
  ReplicationRecord record() const;

  /// When the program ended.
  Time completion_time() const { return completion_; }
  const Cache& cache() const { return cache_; }
  /// Picoseconds that a transfer had held the bus by then.
  Time bus_busy() const { return bus_busy_; }
  /// Words that the disk had put into memory by then; 0 without one.
  std::uint64_t io_words() const { return disk_ ? disk_->words() : 0; }

 private:
  void program_done(Time now) override;
  std::vector<Measured*> measured();
  std::string waits();

  const MbusWorkstationParameters& parameters_;
  Region region_{"region"};
  MessagePool pool_;
  Domain domain_{region_, pool_, Phases::shortcut};
  Cache cache_;
  LineProcessor processor_;
  std::unique_ptr<DiskReader> disk_;
  FifoBus bus_;
  Memory memory_;
  bool done_ = false;
  Time completion_ = 0;
  Time bus_busy_ = 0;
  ReplicationRecord parts_;  ///< what they had to report by then
};

}  // namespace isochron
