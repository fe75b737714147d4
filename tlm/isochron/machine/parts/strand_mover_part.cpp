// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/strand_mover.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

class StrandMoverPart final : public PartConfig, private JobPart {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    return {{"local", Port::Role::initiator, false, {}, "base protocol"},
            {"system", Port::Role::initiator, false, {}, "base protocol"}};
  }
  const JobPart* job_part() const override { return this; }

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

ComponentType strand_mover_component() {
  return {StrandMover::type_info, [] { return std::make_unique<StrandMoverPart>(); }};
}

}  // namespace isochron
