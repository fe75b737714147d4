// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/bus_windows.h>
#include <isochron/bus/pci_bus.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// A bus whose windows answer to the endpoints that are reached through them.
class PciBusPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }

  std::vector<PortGroup> ports() const override {
    std::vector<PortGroup> ports = DescribedPorts(PciBus::type).all();
    ports[0].most = PciBus::max_devices;
    return ports;
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override { return all_windows(plan); }
  std::optional<Capacity> capacity(std::uint64_t message) const override { return config_.capacity(message); }
  double least_transit(std::uint64_t bytes, const PartPlan& plan) const override {
    const bool alone = plan.counts[0] == 1;
    return alone ? static_cast<double>(bytes) / config_.capacity(bytes).alone : config_.least_seconds(bytes);
  }
  FoldRole fold_role() const override { return config_.has_slices_alone() ? FoldRole::bus : FoldRole::none; }
  double events_per_message() const override { return 1.2; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    PciBus* const bus = machine.add<PciBus>(name, config_, around.fast ? PciBus::Model::fast : PciBus::Model::reference,
                                            plan.counts[0], plan.counts[1]);
    if (plan.counts[1] == 1) bus->map(0, ~std::uint64_t{0}, 0);
    map_routes(*bus, plan);
  }

 private:
  PciConfig config_;
};

}  // namespace

ISOCHRON_PART(pci_bus, PciBus::type_info, make_part<PciBusPart>);

}  // namespace isochron
