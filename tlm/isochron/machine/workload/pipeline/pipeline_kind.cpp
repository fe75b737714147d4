// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/pipeline/pipeline_workload.h>
#include <isochron/machine/workload/self/self_run.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/handed_work.h>

namespace isochron {

namespace {

class PipelineKind final : public WorkloadKind {
 public:
  /// Parts' own work has been worked out already.
  void resolve(const MachineFile&, const Names&, Netlist&) const override {}
  std::string text(const Netlist&, const Names&) const override { return ""; }

  bool has_end(const Netlist&) const override { return true; }
  bool is_in(const Netlist& netlist) const override { return hands_work_over(netlist); }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes&, const Transits&,
                                    const PartShares& taken) const override {
    return std::make_unique<PipelineWorkload>(netlist, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile&, const Netlist& netlist) const override {
    return netlist.parts[worker_of(netlist)].config->as<HandedWork>()->figures();
  }

  std::size_t largest_payload(const Netlist& netlist) const override {
    const std::size_t worker = worker_of(netlist);
    return netlist.parts[worker].config->as<HandedWork>()->largest_payload(Connections(netlist, worker));
  }

  std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const override {
    return std::make_unique<SelfRun>(context);
  }
};

}  // namespace

const WorkloadKind& pipeline_kind() {
  static const PipelineKind kind;
  return kind;
}

}  // namespace isochron
