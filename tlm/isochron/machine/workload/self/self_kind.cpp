// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/machine/workload/pipeline/pipeline_workload.h>
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/self/self_run.h>
#include <isochron/machine/workload/self/self_workload.h>
#include <isochron/machine/workload/self/work_resolver.h>
#include <isochron/machine/workload/self/work_text.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

namespace {

class SelfKind final : public WorkloadKind {
 public:
  void resolve(const MachineFile& file, const Names&, Netlist& netlist) const override { resolve_work(file, netlist); }
  std::string text(const Netlist& netlist, const Names&) const override { return work_text(netlist); }

  bool has_end(const Netlist& netlist) const override {
    const auto& all = netlist.workloads.of<FlatWork>();
    return std::any_of(all.begin(), all.end(), [](const FlatWork& one) { return one.work.has_end(); });
  }
  bool is_in(const Netlist& netlist) const override {
    return !netlist.workloads.of<FlatWork>().empty() && !hands_work_over(netlist);
  }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes&, const Transits&,
                                    const PartShares& taken) const override {
    return std::make_unique<SelfWorkload>(netlist, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile&, const Netlist& netlist) const override {
    if (!has_end(netlist)) return {};
    return {{"throughput", "B/s", "bytes of all work, over the time until the last of it is done"},
            {"completion_time", "s", "from the start until all work is done"}};
  }

  std::size_t largest_payload(const Netlist& netlist) const override {
    std::uint64_t largest = 1;
    for (const FlatWork& work : netlist.workloads.of<FlatWork>()) {
      largest = std::max(largest, work.work.message);
      for (const JobTransfer& one : work.work.round.transfers) largest = std::max(largest, one.bytes);
    }
    return static_cast<std::size_t>(largest);
  }

  std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const override {
    return std::make_unique<SelfRun>(context);
  }
};

}  // namespace

const WorkloadKind& self_kind() {
  static const SelfKind kind;
  return kind;
}

}  // namespace isochron
