// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/message_heads.h>
#include <isochron/part/part_types.h>
#include <isochron/part/routed.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/pcie_switch.h>
#include <isochron/pcie/port_table.h>

namespace isochron {

namespace {

class PcieSwitchPart final : public PartConfig, public MessageHeads, public TlpReceiver {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const PeerGroups port = DescribedPorts(PcieSwitch::type).peers("port").counted(config_.ports).driving();
    return {port.tx, port.rx};
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan& plan) const override {
    if (input.index != 0 && !config_.peer_to_peer) return {{0, 0}};
    std::vector<PortRef> outputs;
    for (unsigned i = 0; i < plan.counts[0]; ++i) outputs.push_back({0, i});
    return outputs;
  }
  double events_per_message() const override { return 1; }
  double least_transit(std::uint64_t, const PartPlan&) const override { return seconds(config_.latency); }
  bool cuts_through() const override { return config_.forward == PcieSwitchConfig::Forward::cut_through; }

  const ReceiveBuffers& receive_buffers() const override { return config_.buffers; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    auto table = std::make_shared<PortTable>();
    table->resize(plan.endpoints, plan.ways);
    for (const RouteEntry& route : plan.routes)
      for (std::uint32_t endpoint = route.first; endpoint <= route.last; ++endpoint)
        for (unsigned way = 0; way < plan.ways; ++way)
          if (route.way == all_ways || route.way == way) table->set(endpoint, way, route.output.index);
    machine.part<PcieSwitch>(name, [&](const char* part) {
      auto made = std::make_unique<PcieSwitch>(part, config_, *table);
      made->change_routes_by([routes = table.get()](std::uint32_t endpoint, unsigned way, unsigned port) {
        change_route(*routes, endpoint, way, port);
      });
      return made;
    });
    around.kept.push_back(std::move(table));
  }

 private:
  PcieSwitchConfig config_;
};

}  // namespace

ISOCHRON_PART(pcie_switch, PcieSwitch::type_info, make_part<PcieSwitchPart>);

}  // namespace isochron
