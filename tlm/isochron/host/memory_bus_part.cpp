// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory_bus.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class MemoryBusPart final : public PartConfig, public Configured<MemoryBus::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(MemoryBus::type)["traffic"].called()}; }
  const MemoryBus::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    MemoryBus* const bus =
        machine.part<MemoryBus>(name, [this](const char* part) { return std::make_unique<MemoryBus>(part, config_); });
    around.services.offer({0, 0}, *bus);
  }

 private:
  MemoryBus::Config config_;
};

}  // namespace

ISOCHRON_PART(memory_bus, MemoryBus::type_info, make_part<MemoryBusPart>);

}  // namespace isochron
