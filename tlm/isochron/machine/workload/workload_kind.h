// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/workload.h>
#include <isochron/machine/workload/workload_run.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// A kind of workload that machines may have. The machine asks this interface alone.
class WorkloadKind {
 public:
  /// Whether the machine has such workloads.
  virtual bool is_in(const Netlist& netlist) const = 0;
  /// `taken`: by other workloads. All must outlive what is returned.
  virtual std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                            const PartShares& taken) const = 0;
  /// Figures of a run. Those of workloads that are switched off may be among them.
  virtual std::vector<StatisticInfo> figures(const MachineFile& file, const Netlist& netlist) const = 0;

  /// Plans what its parts do in a run with this seed.
  virtual void plan(Netlist& netlist, std::uint64_t seed) const {
    (void)netlist;
    (void)seed;
  }
  /// Notes the parts that it adds to the machine's own.
  virtual void place(const Netlist& netlist, Assembly& machine) const {
    (void)netlist;
    (void)machine;
  }
  /// Bytes of the largest payload.
  virtual std::size_t largest_payload(const Netlist& netlist) const = 0;
  virtual std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const = 0;

 protected:
  ~WorkloadKind() = default;
};

/// All kinds. Where a machine has several, the driver and the offered load are those of the first.
const std::vector<const WorkloadKind*>& workload_kinds();

// One in each folder.
const WorkloadKind& job_kind();
const WorkloadKind& self_kind();
const WorkloadKind& pipeline_kind();
const WorkloadKind& traffic_kind();

}  // namespace isochron
