// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/assembled_machine.h>

#include <stdexcept>

#include <isochron/machine/run/effort.h>

namespace isochron {

Topology AssembledMachine::topology() const {
  Assembly planned;
  plan(planned);
  return planned.topology();
}

Topology AssembledMachine::topology_with(InstanceOverrides& overrides) const {
  Assembly planned(overrides);
  plan(planned);
  return planned.topology();
}

ReplicationRecord AssembledMachine::run(const MeasurePlan& plan, InstanceOverrides& overrides,
                                        const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  const Effort effort;
  const std::unique_ptr<MachineSimulation> model = build(plan.seed, overrides);
  if (trace != nullptr) trace->open();
  const Time end = plan.warm_up + plan.duration;
  try {
    if (plan.every > 0) {
      model->run_in_intervals(plan.every, completes_in() ? std::nullopt : std::optional(end), plan.sample, progress);
    } else if (completes_in()) {
      model->run_until_done(progress, trace);
    } else {
      model->run_to(plan.warm_up, progress, trace);
      model->start_window();
      model->run_to(end, progress, trace);
    }
  } catch (const WriteError&) {
    throw;
  } catch (const std::runtime_error&) {
    // What happened until then tells why the model failed, or is all that was wanted.
    if (trace != nullptr) trace->close();
    throw;
  }
  if (trace != nullptr) trace->close();
  ReplicationRecord record = model->record();
  effort.store(record);
  return record;
}

std::vector<ProbeInfo> AssembledMachine::probes(InstanceOverrides& overrides) const {
  const std::unique_ptr<MachineSimulation> model = build(1, overrides);
  ProbeList list;
  list.collect();
  return list.infos();
}

}  // namespace isochron
