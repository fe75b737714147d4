// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/dram.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class DramPart final : public PartConfig, public Configured<Dram::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(Dram::type)["access"].called()}; }
  const Dram::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer<TimedMemory>({0, 0}, *machine.add<Dram>(name, config_));
  }

 private:
  Dram::Config config_;
};

}  // namespace

ISOCHRON_PART(dram, Dram::type_info, make_part<DramPart>);

}  // namespace isochron
