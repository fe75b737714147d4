// SPDX-License-Identifier: Apache-2.0
#include "systems/calliope/calliope_run.h"

#include <memory>

#include <isochron/machine/composed_machine.h>

#include "support/child_process.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {

Figures simulate(const std::string& machine, const Settings& settings, const CalliopeRun& run) {
  const std::unique_ptr<MachineDescription> described = library_machine(machine, settings);
  const std::string bytes = run_in_child([&] {
    const auto simulation = dynamic_cast<const ComposedMachine&>(*described).build(run.seed);
    const Time end = run.warm_up + run.duration;
    const auto go_to = [&](Time from, Time to) {
      for (Time at = from; run.step > 0 && at + run.step < to; at += run.step) {
        simulation->run_to(at + run.step);
        run.look(at + run.step);
      }
      simulation->run_to(to);
    };
    go_to(0, run.warm_up);
    simulation->start_window();
    go_to(run.warm_up, end);
    OutcomeWriter writer;
    writer.figures(figures_of(simulation->record()));
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

}  // namespace isochron::testbench
