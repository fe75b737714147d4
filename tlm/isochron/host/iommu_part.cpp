// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/iommu.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class IommuPart final : public PartConfig, public Configured<Iommu::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(Iommu::type)["translation"].called()}; }
  const Iommu::Config& config() const override { return config_; }
  double memory() const override { return static_cast<double>(config_.entries) * 64; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer<AddressTranslation>({0, 0}, *machine.add<Iommu>(name, config_));
  }

 private:
  Iommu::Config config_;
};

}  // namespace

ISOCHRON_PART(iommu, Iommu::type_info, make_part<IommuPart>);

}  // namespace isochron
