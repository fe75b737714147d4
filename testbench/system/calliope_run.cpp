// SPDX-License-Identifier: Apache-2.0
#include "system/calliope_run.h"

#include "support/child_process.h"
#include "support/no_overrides.h"
#include "system/outcome_bytes.h"

namespace isochron::testbench {

namespace {

void look_at(const Calliope& machine, const CalliopeRun& run, Time now) {
  run.look(machine, now);
}

void look_at(const CalliopeMsu&, const CalliopeRun&, Time) {}

template <class Machine>
Figures run_of(const typename Machine::Parameters& parameters, const CalliopeRun& run) {
  const std::string bytes = run_in_child([&] {
    NoOverrides none;
    Machine machine(parameters, run.seed, none);
    const Time end = run.warm_up + run.duration;
    const auto go_to = [&](Time from, Time to) {
      for (Time at = from; run.step > 0 && at + run.step < to; at += run.step) {
        machine.run_to(at + run.step);
        look_at(machine, run, at + run.step);
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

}  // namespace

Figures simulate(const CalliopeParameters& parameters, const CalliopeRun& run) {
  return run_of<Calliope>(parameters, run);
}

Figures simulate(const CalliopeMsuParameters& parameters, const CalliopeRun& run) {
  return run_of<CalliopeMsu>(parameters, run);
}

}  // namespace isochron::testbench
