// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/fabrics.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class DelayPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.duration("delay", delay_, {0, second}, "from the end of a link to the receiver behind it");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(LinkDelayBase::type).all(); }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  double least_transit(std::uint64_t, const PartPlan&) const override { return seconds(delay_); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    with_fabric(plan.fabric,
                [&](auto fabric) { machine.add_as<LinkDelay<decltype(fabric)>>(LinkDelayBase::type, name, delay_); });
  }

 private:
  Time delay_ = 0;
};

}  // namespace

ISOCHRON_PART(delay, link_delay_type_info, make_part<DelayPart>);

}  // namespace isochron
