// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/part/described_ports.h>
#include <isochron/part/job_part.h>

namespace isochron {

/// A `Device` without parameters to which jobs are sent by its first port, and which writes them into the memory
/// behind the second, before it hands them on.
template <class Device>
class ReceivingPart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return DescribedPorts(Device::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    around.job_ports.out = &machine.add<Device>(name, plan.address_at({1, 0}))->stored;
  }

 private:
  Role role() const override { return Role::receives; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override { return {0, false, {{{1, 0}, true, bytes}}, bytes}; }
};

}  // namespace isochron
