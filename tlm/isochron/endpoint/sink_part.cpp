// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_sink.h>
#include <isochron/endpoint/link_sink.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/part_types.h>

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
  FoldRole fold_role() const override { return config_.rate == 0 ? FoldRole::sink : FoldRole::none; }
  double events_per_message() const override { return config_.rate == 0 ? 0 : 1; }

 protected:
  MessageSink::Config config_;
};

class LinkSinkPart final : public SinkPart {
 public:
  std::vector<PortGroup> ports() const override { return DescribedPorts(LinkSinkBase::type).all(); }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      machine.add_as<LinkSink<decltype(fabric)>>(LinkSinkBase::type, name, config_, around.arrivals);
    });
  }
};

class BusSinkPart final : public SinkPart {
 public:
  std::vector<PortGroup> ports() const override { return DescribedPorts(BusSink::type).all(); }
  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    machine.add<BusSink>(name, config_, around.arrivals);
  }
};

}  // namespace

ISOCHRON_PART(sink, LinkSinkBase::type_info, make_part<LinkSinkPart>);

ISOCHRON_PART(bus_sink, BusSink::type_info, make_part<BusSinkPart>);

}  // namespace isochron
