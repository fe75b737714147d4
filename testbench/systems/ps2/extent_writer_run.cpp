// SPDX-License-Identifier: Apache-2.0
#include "systems/ps2/extent_writer_run.h"

#include <isochron/dma/block_mover/chain_mover.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/machine/run/machine_simulation.h>

namespace isochron::testbench {

Settings ExtentParameters::settings() const {
  const char* const descriptors[] = {"volume", "rows", "flat"};
  return {{"volume.width", std::to_string(geometry.width)},
          {"volume.height", std::to_string(geometry.height)},
          {"volume.depth", std::to_string(geometry.depth)},
          {"extent", std::to_string(geometry.edge)},
          {"extents", std::to_string(geometry.extents)},
          {"descriptor", descriptors[static_cast<std::size_t>(descriptor)]},
          {"clock", std::to_string(clock) + " Hz"},
          {"memory_latency", std::to_string(memory_latency) + " ps"}};
}

ReplicationRecord run_extent_writer(const ExtentParameters& parameters, std::uint64_t seed, const WithMemory& before,
                                    const WithMemory& after, InstanceOverrides* overrides) {
  const std::unique_ptr<MachineDescription> machine = parameters.machine();
  machine->set_instances(overrides);
  const std::unique_ptr<MachineSimulation> simulation = dynamic_cast<ComposedMachine&>(*machine).build(seed);
  LocalMemory& memory = dynamic_cast<ChainMover*>(sc_core::sc_find_object("mover"))->memory();
  if (before) before(memory);
  simulation->run_until_done({});
  if (after) after(memory);
  return simulation->record();
}

}  // namespace isochron::testbench
