// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/protocol_stack.h>

namespace isochron {

namespace {

class ProtocolStackPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(ProtocolStack::type);
    return {ports["arrived"],
            ports["received"],
            ports["send"],
            ports["sent"],
            ports["processor"].calling(),
            ports["application"].calling()};
  }
  const char* flow_unit() const override { return "B"; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const auto* const used = around.services.called<ProtocolStack::Application>(plan, application);
    around.counter = machine.add<ProtocolStack>(name, config_, *around.services.called<Processor>(plan, processor),
                                                used->stream_numbers(), used);
  }

 private:
  // Its ports, as ports() has them.
  static constexpr PortRef processor{4, 0}, application{5, 0};

  ProtocolStackConfig config_;
};

}  // namespace

ISOCHRON_PART(protocol_stack, ProtocolStack::type_info, make_part<ProtocolStackPart>);

}  // namespace isochron
