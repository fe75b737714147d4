// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/strand_mover.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class StrandMoverPart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return DescribedPorts(StrandMover::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    StrandMover* const mover = machine.add<StrandMover>(name, plan.address_at({0, 0}), plan.address_at({1, 0}));
    around.job_ports = {mover, &mover->moved};
  }

 private:
  Role role() const override { return Role::serves; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    return {0, false, {{{0, 0}, false, bytes}, {{1, 0}, true, bytes}}, bytes};
  }
};

}  // namespace

ISOCHRON_PART(strand_mover, StrandMover::type_info, make_part<StrandMoverPart>);

}  // namespace isochron
