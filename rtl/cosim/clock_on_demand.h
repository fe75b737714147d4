// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/clock_grid.h>
#include <isochron/core/region.h>
#include <isochron/observe/traced.h>

#include "clocked.h"
#include "rtl_probes.h"

namespace isochron::cosim {

/// The clock of a block: one process for all its pins. It stops when the block and its transactors have had nothing to
/// do for some cycles, and starts with the next access, on the same grid of edges: an idle block costs no events.
///
/// Between calls into TLM the block runs ahead of the kernel (temporal decoupling, IEEE 1666-2011 clause 9.2), up to
/// the next activity that the kernel knows of; a call into TLM is made when the kernel has come to its time. So results
/// are those of an event an edge. Whoever acts between two calls of sc_start, unknown to the kernel, calls
/// keep_to_kernel_time(). While the block's signals are traced there is an event an edge, too.
class ClockOnDemand final : public sc_core::sc_module, public Traced {
 public:
  /// Cycles without work after which the clock stands: longer than any pipeline between a pin and Clocked::idle().
  static constexpr unsigned idle_cycles = 16;

  /// When the clock may stand.
  enum class Stands {
    when_quiet,    ///< nothing is under way
    while_waiting  ///< only a call from TLM can change anything, be it the answer to what is under way. The block knows
                   ///< (Clocked::settled)
  };

  /// `frequency` in hertz. The region's members are called at the kernel's time.
  ClockOnDemand(const sc_core::sc_module_name& name, Region& region, Clocked& block, std::uint64_t frequency,
                Stands stands = Stands::when_quiet);

  /// Before the simulation starts; drives and samples in the order of the calls.
  void attach(Transactor& transactor) { transactors_.push_back(&transactor); }

  /// For transactors: something came from TLM at `now`; the next edge after it will see it.
  void wake(Time now);
  /// For transactors, from `sample`: a call into TLM is due at this edge.
  void crossing() { crossing_ = true; }

  /// For comparison: an event an edge.
  void keep_to_kernel_time() { run_ahead_ = false; }

  bool running() const { return running_; }
  /// Edges simulated up to the kernel's time.
  std::uint64_t cycles() const;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = nullptr; }

 private:
  void run();
  void catch_up();
  void cycle();
  void cross();
  bool rests() const;
  /// When the clock falls after its last edge.
  Time fall() const { return (grid_.edge(tick_) + grid_.edge(tick_ + 1)) / 2; }

  Region& region_;
  Clocked& block_;
  ClockGrid grid_;
  Stands stands_;
  unsigned rest_after_;  ///< cycles
  std::vector<Transactor*> transactors_;
  std::unique_ptr<RtlProbes> probes_;  ///< once listed
  RtlProbes* traced_ = nullptr;        ///< while they are traced
  KernelEvent due_{"due"};
  std::uint64_t tick_ = 0;  ///< of the last edge
  std::uint64_t cycles_ = 0;
  std::uint64_t behind_ = 0;  ///< cycles of the past that are to be caught up with: less than a period
  unsigned idle_for_ = 0;
  bool running_ = false;
  bool crossing_ = false;
  bool run_ahead_ = true;
};

}  // namespace isochron::cosim
