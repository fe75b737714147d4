// SPDX-License-Identifier: Apache-2.0
#include "systems/ps2/ps2_run.h"

#include <algorithm>
#include <stdexcept>

#include <isochron/machine/composed_machine.h>

#include "support/child_process.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {

namespace {

/// Disks that have failed; no other instance differs.
class FailedDisks final : public InstanceOverrides {
 public:
  explicit FailedDisks(const std::vector<std::string>& names) : names_(names) {}
  void apply(const std::string& name, ParameterTable& table) override {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) return;
    for (const Parameter& parameter : table.all())
      if (parameter.path == "failed") parameter.set(true);
  }

 private:
  const std::vector<std::string>& names_;
};

Figures simulate_apart(MachineDescription& machine, const StorageRun& run) {
  const std::string bytes = run_in_child([&] {
    FailedDisks failed(run.failed);
    machine.set_instances(&failed);
    const auto simulation = dynamic_cast<const ComposedMachine&>(machine).build(run.seed);
    if (run.spoil) run.spoil();
    simulation->run_until_done({});
    OutcomeWriter writer;
    writer.figures(figures_of(simulation->record()));
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

}  // namespace

Figures simulate(const Ps2Case& parameters, const StorageRun& run) {
  return simulate_apart(*machine_of(parameters), run);
}

Figures simulate(const DiskArrayCase& parameters, const StorageRun& run) {
  return simulate_apart(*machine_of(parameters), run);
}

double figure(const Figures& figures, const std::string& name) {
  const auto found = figures.find(name);
  if (found == figures.end()) throw std::out_of_range("no figure " + name);
  return found->second;
}

}  // namespace isochron::testbench
