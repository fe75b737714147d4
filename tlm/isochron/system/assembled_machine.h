// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/system/machine.h>
#include <isochron/system/machine_model.h>

namespace isochron {

/// A machine that describes itself to an Assembly: drawing, signals and runs follow from that.
class AssembledMachine : public Machine {
 public:
  Topology topology() const final;
  ReplicationRecord run(const MeasurePlan& plan, InstanceOverrides& overrides,
                        const std::function<void(std::uint64_t)>& progress, Trace* trace) final;
  std::vector<ProbeInfo> probes(InstanceOverrides& overrides) const final;

 protected:
  /// Its parts and connections, without SystemC.
  virtual void plan(Assembly& machine) const = 0;
  /// The same as SystemC modules.
  virtual std::unique_ptr<MachineModel> build(std::uint64_t seed, InstanceOverrides& overrides) const = 0;
};

}  // namespace isochron
