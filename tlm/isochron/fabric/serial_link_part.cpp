// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/fabrics.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class SerialLinkPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    std::vector<PortGroup> ports = DescribedPorts(SerialLinkBase::type).all();
    ports[0].line = true;
    return ports;
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  std::optional<Capacity> capacity(std::uint64_t) const override { return Capacity::of_rate(config_.rate); }
  double least_transit(std::uint64_t bytes, const PartPlan&) const override {
    return static_cast<double>(bytes) / Capacity::of_rate(config_.rate).alone;
  }
  double propagation(std::uint64_t) const override { return seconds(config_.propagation); }
  double credit_latency() const override { return seconds(config_.credit_latency); }
  FoldRole fold_role() const override {
    return config_.propagation == 0 && config_.credit_latency == 0 ? FoldRole::link : FoldRole::none;
  }
  double events_per_message() const override {
    return 1.0 + (config_.propagation > 0 ? 1 : 0) + (config_.credit_latency > 0 ? 1 : 0);
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    with_fabric(plan.fabric, [&](auto fabric) { machine.add<SerialLink<decltype(fabric)>>(name, config_); });
  }

 private:
  SerialLinkBase::Config config_;
};

}  // namespace

ISOCHRON_PART(serial_link, serial_link_type_info, make_part<SerialLinkPart>);

}  // namespace isochron
