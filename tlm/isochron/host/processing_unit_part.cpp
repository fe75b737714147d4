// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/processing_unit.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class ProcessingUnitPart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.data_rate_or("rate", config_.rate, "unlimited", {8, 1'000'000'000'000}, "of computing, of what it has read");
    table.count_or("reduction", config_.reduction, "nothing", {1, 1 << 20},
                   "input by output; nothing: no result is written back");
    table.flag("held_during_transfers", config_.held_during_transfers,
               "a job has it from before its read until after its write, and not only while it computes");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(ProcessingUnit::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    ProcessingUnit* const unit = machine.add<ProcessingUnit>(name, config_, plan.address_at({0, 0}));
    around.job_ports = {unit, &unit->processed};
  }

 private:
  Role role() const override { return Role::serves; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    const double seconds = static_cast<double>(bytes) / Capacity::of_rate(config_.rate).alone;
    JobWork work{seconds, config_.held_during_transfers, {{{0, 0}, false, bytes}}, bytes};
    if (config_.reduction == 0) return work;
    work.left = bytes / config_.reduction;
    work.transfers.push_back({{0, 0}, true, work.left});
    return work;
  }

  ProcessingUnit::Config config_;
};

}  // namespace

ISOCHRON_PART(processing_unit, ProcessingUnit::type_info, make_part<ProcessingUnitPart>);

}  // namespace isochron
