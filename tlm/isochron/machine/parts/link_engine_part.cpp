// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/link_engine.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

class LinkEnginePart final : public PartConfig, private JobPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.bytes_or("packets", packet_, "whole", {1, 1 << 26},
                   "what it sends at a time, between packets of other jobs; whole: all of a job",
                   "Gennart et al., section 3.3");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    return {{"socket", Port::Role::initiator, false, {}, "base protocol"},
            {"link", Port::Role::sender, false, {}, Transputer::name}};
  }
  const JobPart* job_part() const override { return this; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    around.job_ports.in = machine.add<LinkEngine>(name, plan.address_at({0, 0}), packet_);
  }

 private:
  Role role() const override { return Role::sends; }
  PortRef sends_by() const override { return {1, 0}; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    const std::uint64_t last = packet_ == 0 ? bytes : (bytes - 1) % packet_ + 1;
    return {0, false, {{{0, 0}, false, bytes}, {{1, 0}, true, bytes}}, bytes, last};
  }

  std::uint64_t packet_ = 0;
};

}  // namespace

ComponentType link_engine_component() {
  return {LinkEngine::type_info, [] { return std::make_unique<LinkEnginePart>(); }};
}

}  // namespace isochron
