// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/bridge_ports.h>
#include <isochron/fabric/bus_bridge.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class BusBridgePart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("links_out", links_out_, {0, 1 << 12}, "links that it sends to, a window each");
    table.count("links_in", links_in_, {0, 1 << 12}, "links that it receives from");
    buffered_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    return BridgePorts{links_out_, links_in_, "to_bus", BusBridgeBase::type}.groups();
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    return BridgePorts::ways_from(input);
  }
  bool changes_addresses(const PortRef& output) const override { return BridgePorts::changes_addresses(output); }
  std::optional<MessageBuffers> buffers() const override { return buffered_.of_port(); }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      BusBridgeBase* const bridge = machine.add_as<BusBridge<decltype(fabric)>>(
          BusBridgeBase::type, name, static_cast<unsigned>(links_out_), static_cast<unsigned>(links_in_),
          static_cast<unsigned>(buffered_.buffers), buffered_.freed);
      if (bridge->has_to_bus()) change_addresses(bridge->to_bus(), plan);
    });
  }

 private:
  std::uint64_t links_out_ = 1;
  std::uint64_t links_in_ = 1;
  BufferedParameters buffered_;
};

}  // namespace

ISOCHRON_PART(bus_bridge, bus_bridge_type_info, make_part<BusBridgePart>);

}  // namespace isochron
