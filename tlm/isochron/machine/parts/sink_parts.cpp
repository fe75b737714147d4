// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_sink.h>
#include <isochron/endpoint/link_sink.h>
#include <isochron/machine/elaborate/fabrics.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

class SinkPart : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  bool is_sink() const override { return true; }
  std::optional<Capacity> capacity(std::uint64_t) const override {
    if (config_.rate == 0) return std::nullopt;
    return config_.capacity();
  }
  std::optional<MessageBuffers> buffers() const override {
    if (config_.rate == 0) return std::nullopt;
    return MessageBuffers{config_.buffers};
  }
  double events_per_message() const override { return config_.rate == 0 ? 0 : 1; }

 protected:
  MessageSink::Config config_;
};

class LinkSinkPart final : public SinkPart {
 public:
  std::vector<PortGroup> ports() const override { return {{"in", Port::Role::receiver}}; }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      machine.add_as<LinkSink<decltype(fabric)>>(LinkSinkBase::type, name, config_, around.arrivals);
    });
  }
};

class BusSinkPart final : public SinkPart {
 public:
  std::vector<PortGroup> ports() const override { return {{"in", Port::Role::target, false, {}, "base protocol"}}; }
  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    machine.add<BusSink>(name, config_, around.arrivals);
  }
};

}  // namespace

ComponentType sink_component() {
  return {LinkSinkBase::type_info, [] { return std::make_unique<LinkSinkPart>(); }};
}

ComponentType bus_sink_component() {
  return {BusSink::type_info, [] { return std::make_unique<BusSinkPart>(); }};
}

}  // namespace isochron
