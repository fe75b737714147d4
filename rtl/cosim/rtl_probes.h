// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/probe_list.h>

#include "rtl_signals.h"

namespace isochron::cosim {

/// The probes of a Verilated block's signals.
///
/// At a rising edge registers change; inputs, and what follows from them, change in the picosecond before, in which the
/// block was given what had come until then. So what is seen just before an edge is what the block saw at it. The clock
/// falls halfway to the next edge, and stays low while it stands.
class RtlProbes final : private RtlSignals::Sink {
 public:
  /// Adds the probes to `list`, under `part`.
  RtlProbes(std::unique_ptr<RtlSignals> signals, const std::string& part, ProbeList& list);

  /// A window begins; the clock is what it is in the block. `falls`: when it will be low, if it is high.
  void begin(Time now, Time falls);
  /// The block has settled for its edge at `edge`.
  void settled(Time edge);
  /// The rising edge has been.
  void clocked(Time edge, Time falls);

 private:
  void bits(std::uint32_t code, std::string_view value) override;
  void clock_falls_at(Time time);

  std::unique_ptr<RtlSignals> signals_;
  std::vector<BitsProbe> probes_;  ///< by code
  Time from_ = 0;                  ///< of the window
  Time now_ = 0;                   ///< of what is being written
};

}  // namespace isochron::cosim
