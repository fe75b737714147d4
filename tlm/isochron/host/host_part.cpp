// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/host.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class HostPart final : public PartConfig, public Configured<Host::Config> {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Host::type);
    return {ports["jobs"].called(), ports["adapters"].called()};
  }
  const Host::Config& config() const override { return config_; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    Host* const host = machine.add<Host>(name, config_);
    around.services.offer({0, 0}, *host);
    around.services.offer({1, 0}, *host);
  }

 private:
  Host::Config config_;
};

}  // namespace

ISOCHRON_PART(host, Host::type_info, make_part<HostPart>);

}  // namespace isochron
