// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "verilated_fst_c.h"

namespace isochron::cosim {

/// The signals of a model that was Verilated with TRACE (isochron_verilate).
class VerilatedSignals final : public RtlSignals {
 public:
  /// `model` outlives it. `clock`: the name of its port.
  template <class Model>
  VerilatedSignals(Model& model, const char* clock) {
    model.contextp()->traceEverOn(true);
    model.trace(&trace_, all_levels);
    collect(clock);
  }

  const std::vector<RtlSignal>& list() const override { return signals().signals(); }
  std::uint32_t clock() const override { return clock_; }
  std::uint32_t codes() const override { return signals().codes(); }
  void write_all(Sink& sink) override { signals().write(sink, true); }
  void write_changes(Sink& sink) override { signals().write(sink, false); }
  void clock_is_low() override { signals().written_as(clock_, 0); }

 private:
  static constexpr int all_levels = 99;

  VerilatedFst& signals() const { return *trace_.spTrace(); }
  void collect(const char* clock);

  mutable VerilatedFstC trace_;  // it has no const members
  std::uint32_t clock_ = 0;
};

}  // namespace isochron::cosim
