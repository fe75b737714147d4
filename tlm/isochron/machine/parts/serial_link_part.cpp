// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/fabrics.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

class SerialLinkPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return serial_link_parameters(rate_); }
  std::vector<PortGroup> ports() const override {
    return {{"in", Port::Role::receiver, false, {}, "", false, true}, {"out", Port::Role::sender}};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  std::optional<Capacity> capacity(std::uint64_t) const override { return Capacity::of_rate(rate_); }
  double least_transit(std::uint64_t bytes, const PartPlan&) const override {
    return static_cast<double>(bytes) / Capacity::of_rate(rate_).alone;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    with_fabric(plan.fabric, [&](auto fabric) { machine.add<SerialLink<decltype(fabric)>>(name, rate_); });
  }

 private:
  std::uint64_t rate_ = 1'770'000'000;
};

}  // namespace

ComponentType serial_link_component() {
  return {serial_link_type_info, [] { return std::make_unique<SerialLinkPart>(); }};
}

}  // namespace isochron
