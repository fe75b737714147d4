// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/packet_timer.h>

namespace isochron {

namespace {

class PacketTimerPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(PacketTimer::type)["sleep"].called()}; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer({0, 0}, *machine.add<PacketTimer>(name, config_, around.seed.value()));
  }

 private:
  PacketTimer::Config config_;
};

}  // namespace

ISOCHRON_PART(packet_timer, PacketTimer::type_info, make_part<PacketTimerPart>);

}  // namespace isochron
