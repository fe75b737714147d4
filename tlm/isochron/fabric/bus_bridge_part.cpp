// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/bridge_ports.h>
#include <isochron/fabric/classed_bus_bridge.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/class_parameters.h>
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
    classes_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    return BridgePorts{links_out_, links_in_, "to_bus", BusBridgeBase::type}.groups();
  }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    return BridgePorts::ways_from(input);
  }
  bool changes_addresses(const PortRef& output) const override { return BridgePorts::changes_addresses(output); }
  std::optional<MessageBuffers> buffers() const override {
    MessageBuffers of_port = buffered_.of_port();
    of_port.classes = classes_.classes;  // of the links; more than there are towards the bus
    return of_port;
  }
  FoldRole fold_role() const override { return classes_.classes == 1 ? buffered_.fold_role() : FoldRole::none; }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      const auto out = static_cast<unsigned>(links_out_), in = static_cast<unsigned>(links_in_);
      const auto buffers = static_cast<unsigned>(buffered_.buffers);
      BusBridgeBase* bridge = nullptr;
      if (classes_.classes == 1)
        bridge =
            machine.add_as<BusBridge<decltype(fabric)>>(BusBridgeBase::type, name, out, in, buffers, buffered_.freed);
      else
        bridge = machine.add_as<ClassedBusBridge<decltype(fabric)>>(BusBridgeBase::type, name, out, in, buffers,
                                                                    buffered_.freed, classes_.service());
      if (bridge->has_to_bus()) change_addresses(bridge->to_bus(), plan);
    });
  }

 private:
  std::uint64_t links_out_ = 1;
  std::uint64_t links_in_ = 1;
  BufferedParameters buffered_;
  ClassParameters classes_;
};

}  // namespace

ISOCHRON_PART(bus_bridge, bus_bridge_type_info, make_part<BusBridgePart>);

}  // namespace isochron
