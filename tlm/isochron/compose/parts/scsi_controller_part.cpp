// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/parts/library.h>
#include <isochron/device/scsi_controller.h>

namespace isochron {

namespace {

class ScsiControllerPart final : public PartConfig, private JobPart {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    return {{"scsi", Port::Role::target, false, {}, "base protocol"},
            {"bus", Port::Role::initiator, false, {}, "base protocol"}};
  }
  const JobPart* job_part() const override { return this; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, Surroundings& around) const override {
    around.job_ports.out = &machine.add<ScsiController>(name, plan.address_at({1, 0}))->stored;
  }

 private:
  Role role() const override { return Role::receives; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override { return {0, false, {{{1, 0}, true, bytes}}, bytes}; }
};

}  // namespace

ComponentType scsi_controller_component() {
  return {ScsiController::type_info, [] { return std::make_unique<ScsiControllerPart>(); }};
}

}  // namespace isochron
