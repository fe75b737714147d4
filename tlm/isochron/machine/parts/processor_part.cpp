// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/processor.h>
#include <isochron/machine/elaborate/configured.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

class ProcessorPart final : public PartConfig, public Configured<Processor::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {called_port("jobs", Processor::calls)}; }
  const Processor::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer({0, 0}, *machine.add<Processor>(name, config_));
  }

 private:
  Processor::Config config_;
};

}  // namespace

ComponentType processor_component() {
  return {Processor::type_info, [] { return std::make_unique<ProcessorPart>(); }};
}

}  // namespace isochron
