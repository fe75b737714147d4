// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/part/message_heads.h>
#include <isochron/part/part_types.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

class PcieLinkPart final : public PartConfig, public TlpCarrier, public MessageHeads {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(PcieLink::type);
    const PeerGroups a = ports.peers("a").of_link(), b = ports.peers("b").of_link();
    return {a.tx, a.rx, b.tx, b.rx};
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    constexpr unsigned a_tx = 0, a_rx = 1, b_tx = 2;
    return {{input.group == a_rx ? b_tx : a_tx, 0}};
  }
  /// Of packets with their overhead, which what is joined to the link counts in its loads.
  std::optional<Capacity> capacity(std::uint64_t) const override {
    return Capacity{bytes_per_second(), bytes_per_second()};
  }
  bool is_full_duplex() const override { return true; }
  TlpSize size() const override { return config_.size(); }
  double least_transit(std::uint64_t bytes, const PartPlan&) const override {
    return static_cast<double>(bytes) / bytes_per_second();
  }
  double head_transit(std::uint64_t bytes, const PartPlan& plan) const override {
    return least_transit(std::min<std::uint64_t>(bytes, size().overhead(TlpType::completion)), plan);
  }
  double propagation(std::uint64_t) const override { return seconds(config_.propagation); }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext&) const override {
    machine.add<PcieLink>(name, config_);
  }

 private:
  double bytes_per_second() const {
    const Rate rate = config_.rate();
    return static_cast<double>(rate.denominator()) / static_cast<double>(rate.numerator()) * 1e12;
  }

  PcieLinkConfig config_;
};

}  // namespace

ISOCHRON_PART(pcie_link, PcieLink::type_info, make_part<PcieLinkPart>);

}  // namespace isochron
