// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/pcie/nt_bridge.h>
#include <isochron/pcie/packet_fit.h>

namespace isochron {

namespace {

class NtBridgePart final : public PartConfig, public TlpReceiver {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(NtBridge::type);
    const PeerGroups a = ports.peers("a").driving(), b = ports.peers("b").driving();
    return {a.tx, a.rx, b.tx, b.rx};
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    constexpr unsigned a_tx = 0, a_rx = 1, b_tx = 2;
    return {{input.group == a_rx ? b_tx : a_tx, 0}};
  }
  double least_transit(std::uint64_t, const PartPlan&) const override { return seconds(config_.latency); }

  const ReceiveBuffers& receive_buffers() const override { return config_.buffers; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    machine.add<NtBridge>(name, config_, around.longest_timeout);
  }

 private:
  NtBridgeConfig config_;
};

}  // namespace

ISOCHRON_PART(nt_bridge, NtBridge::type_info, make_part<NtBridgePart>);

}  // namespace isochron
