// SPDX-License-Identifier: Apache-2.0
#include "systems/gennart/multidisk_run.h"

#include <isochron/machine/composed_machine.h>
#include <isochron/machine/composed_simulation.h>
#include <isochron/machine/workload/jobs/job_run.h>

#include "support/child_process.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {

namespace {

std::string simulate_here(const MultidiskParameters& parameters, std::uint64_t seed) {
  std::vector<Time> delivered(parameters.total_strands(), end_of_time);
  std::vector<std::uint64_t> times(parameters.total_strands(), 0);
  const ReplicationRecord record = run_here(parameters, seed, nullptr, [&](std::uint64_t strand, Time now) {
    delivered.at(strand) = now;
    ++times.at(strand);
  });
  OutcomeWriter writer;
  writer.list(delivered);
  writer.list(times);
  writer.figures(figures_of(record));
  return writer.bytes;
}

}  // namespace

ReplicationRecord run_here(const MultidiskParameters& parameters, std::uint64_t seed, InstanceOverrides* overrides,
                           const std::function<void(std::uint64_t strand, Time now)>& delivered) {
  const std::unique_ptr<MachineDescription> machine = library_machine(parameters.machine(), parameters.settings());
  machine->set_instances(overrides);
  const std::unique_ptr<MachineSimulation> server = dynamic_cast<ComposedMachine&>(*machine).build(seed);
  const ComposedSimulation::Runs& runs = dynamic_cast<ComposedSimulation&>(*server).runs();
  dynamic_cast<JobRun&>(*runs.front()).set_listener([&](const JobRunner::Id& job, Time now) {
    delivered(job.number, now);
  });
  server->run_until_done({});
  return server->record();
}

MultidiskOutcome simulate(const MultidiskParameters& parameters, std::uint64_t seed) {
  const std::string bytes = run_in_child([&] { return simulate_here(parameters, seed); });
  OutcomeReader reader(bytes);
  MultidiskOutcome outcome;
  outcome.delivered = reader.list<Time>();
  outcome.times = reader.list<std::uint64_t>();
  outcome.figures = reader.figures();
  return outcome;
}

}  // namespace isochron::testbench
