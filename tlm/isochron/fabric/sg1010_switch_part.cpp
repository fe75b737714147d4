// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/sg1010_switch.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/part_types.h>
#include <isochron/part/routed.h>

namespace isochron {

namespace {

class Sg1010SwitchPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("outputs", outputs_, {1, Sg1010Switch::ports}, "transmitters in use");
    table.count("inputs", inputs_, {1, Sg1010Switch::ports}, "receivers in use");
    buffered_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Sg1010Switch::type);
    return {ports["link_in"].counted(inputs_), ports["link_out"].counted(outputs_).driving()};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override {
    std::vector<PortRef> outputs;
    for (unsigned i = 0; i < plan.counts[1]; ++i) outputs.push_back({1, i});
    return outputs;
  }
  std::optional<MessageBuffers> buffers() const override { return buffered_.of_port(); }
  FoldRole fold_role() const override { return buffered_.fold_role(); }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    auto table = std::make_shared<RouteTable>();
    Sg1010Switch* const made =
        machine.add<Sg1010Switch>(name, static_cast<unsigned>(outputs_), static_cast<unsigned>(inputs_), *table,
                                  static_cast<unsigned>(buffered_.buffers), buffered_.freed);
    fill_routes(*table, plan, plan.counts[1], [made](unsigned port) -> OutputPort& { return made->sender(port); });
    made->change_routes_by([made, routes = table.get()](std::uint32_t endpoint, unsigned way, unsigned port) {
      change_route<RouteTable, OutputPort>(*routes, endpoint, way, made->sender(port));
    });
    around.kept.push_back(std::move(table));
  }

 private:
  std::uint64_t outputs_ = Sg1010Switch::ports;
  std::uint64_t inputs_ = Sg1010Switch::ports;
  BufferedParameters buffered_;
};

}  // namespace

ISOCHRON_PART(sg1010_switch, Sg1010Switch::type_info, make_part<Sg1010SwitchPart>);

}  // namespace isochron
