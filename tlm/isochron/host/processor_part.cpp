// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/processor.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class ProcessorPart final : public PartConfig, public Configured<Processor::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(Processor::type)["jobs"].called()}; }
  const Processor::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer({0, 0}, *machine.add<Processor>(name, config_));
  }

 private:
  Processor::Config config_;
};

}  // namespace

ISOCHRON_PART(processor, Processor::type_info, make_part<ProcessorPart>);

}  // namespace isochron
