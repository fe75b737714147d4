// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <isochron/host/host_adapter.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// The numbers of its devices in the file only order them.
class HostAdapterPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(HostAdapter::type);
    PortGroup devices = ports["device"];
    devices.closes_gaps = true;
    return {std::move(devices), ports["across"], ports["host"].calling()};
  }
  std::optional<Capacity> capacity(std::uint64_t) const override { return config_.capacity(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    Host& host = *around.services.called<Host>(plan, {2, 0});
    machine.part<HostAdapter>(name, [&](const char* part) {
      return std::make_unique<HostAdapter>(part, machine.domain(), config_, plan.counts[0], host);
    });
  }

 private:
  HostAdapter::Config config_;
};

}  // namespace

ISOCHRON_PART(host_adapter, HostAdapter::type_info, make_part<HostAdapterPart>);

}  // namespace isochron
