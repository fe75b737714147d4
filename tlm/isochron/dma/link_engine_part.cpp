// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/link_engine.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class LinkEnginePart final : public PartConfig, public JobPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.bytes_or("packets", packet_, "whole", {1, 1 << 26},
                   "what it sends at a time, between packets of other jobs; whole: all of a job",
                   "Gennart et al., section 3.3");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(LinkEngine::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    around.job_ports.in = machine.add<LinkEngine>(name, plan.address_at({0, 0}), packet_);
  }

 private:
  Role role() const override { return Role::sends; }
  PortRef sends_by() const override { return {1, 0}; }
  JobWork work(std::uint64_t bytes, std::uint64_t) const override {
    const std::uint64_t last = packet_ == 0 ? bytes : (bytes - 1) % packet_ + 1;
    return {0, false, {{{0, 0}, false, bytes, packet_}, {{1, 0}, true, bytes, packet_}}, bytes, last};
  }

  std::uint64_t packet_ = 0;
};

}  // namespace

ISOCHRON_PART(link_engine, LinkEngine::type_info, make_part<LinkEnginePart>);

}  // namespace isochron
