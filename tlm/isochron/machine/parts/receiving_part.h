// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/component.h>

namespace isochron {

/// A `Device` without parameters to which jobs are sent by one port, `in`, and which writes them into the memory behind
/// the other, `out`, before it hands them on.
template <class Device>
class ReceivingPart final : public PartConfig, private JobPart {
 public:
  ReceivingPart(PortGroup in, PortGroup out) : ports_{std::move(in), std::move(out)} {}

  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return ports_; }
  const JobPart* job_part() const override { return this; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    around.job_ports.out = &machine.add<Device>(name, plan.address_at({1, 0}))->stored;
  }

 private:
  Role role() const override { return Role::receives; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override { return {0, false, {{{1, 0}, true, bytes}}, bytes}; }

  std::vector<PortGroup> ports_;
};

}  // namespace isochron
