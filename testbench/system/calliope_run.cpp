// SPDX-License-Identifier: Apache-2.0
#include "system/calliope_run.h"

#include "support/child_process.h"
#include "support/no_overrides.h"
#include "system/outcome_bytes.h"

namespace isochron::testbench {

Figures simulate(const CalliopeParameters& parameters, const CalliopeRun& run) {
  const std::string bytes = run_in_child([&] {
    NoOverrides none;
    Calliope machine(parameters, run.seed, none);
    const Time end = run.warm_up + run.duration;
    const auto go_to = [&](Time from, Time to) {
      for (Time at = from; run.step > 0 && at + run.step < to; at += run.step) {
        machine.run_to(at + run.step);
        run.look(machine, at + run.step);
      }
      machine.run_to(to);
    };
    go_to(0, run.warm_up);
    machine.start_window();
    go_to(run.warm_up, end);
    OutcomeWriter writer;
    writer.figures(figures_of(machine.record()));
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

}  // namespace isochron::testbench
