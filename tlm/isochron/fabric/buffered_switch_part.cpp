// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/buffered_switch.h>
#include <isochron/fabric/classed_switch.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/buffered_parameters.h>
#include <isochron/part/class_parameters.h>
#include <isochron/part/part_types.h>
#include <isochron/part/routed.h>
#include <isochron/protocol/classed_routes.h>

namespace isochron {

namespace {

class SwitchPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("inputs", inputs_, {1, 1 << 16}, "receivers");
    table.count("outputs", outputs_, {1, 1 << 16}, "transmitters");
    buffered_.add_to(table);
    classes_.add_to(table);
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(SwitchBase::type);
    return {ports["in"].counted(inputs_), ports["out"].counted(outputs_).driving()};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override {
    std::vector<PortRef> outputs;
    for (unsigned i = 0; i < plan.counts[1]; ++i) outputs.push_back({1, i});
    return outputs;
  }
  std::optional<MessageBuffers> buffers() const override {
    MessageBuffers of_port = buffered_.of_port();
    of_port.classes = classes_.classes;
    return of_port;
  }
  FoldRole fold_role() const override { return classes_.classes == 1 ? buffered_.fold_role() : FoldRole::none; }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    if (classes_.classes > 1) {
      build_classed(machine, name, plan, around);
      return;
    }
    auto table = std::make_shared<RouteTable>();
    with_fabric(plan.fabric, [&](auto fabric) {
      SwitchBase* const made = machine.add_as<BufferedSwitch<decltype(fabric)>>(
          SwitchBase::type, name, static_cast<unsigned>(outputs_), static_cast<unsigned>(inputs_), *table,
          static_cast<unsigned>(buffered_.buffers), buffered_.freed);
      fill_routes(*table, plan, plan.counts[1], [made](unsigned port) -> OutputPort& { return made->output(port); });
      made->change_routes_by([made, routes = table.get()](std::uint32_t endpoint, unsigned way, unsigned port) {
        change_route(*routes, endpoint, way, made->output(port));
      });
    });
    around.kept.push_back(std::move(table));
  }

 private:
  void build_classed(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const {
    auto routes = std::make_shared<ClassedRoutes>(classes_.count());
    with_fabric(plan.fabric, [&](auto fabric) {
      ClassedSwitchBase* const made = machine.add_as<ClassedSwitch<decltype(fabric)>>(
          SwitchBase::type, name, static_cast<unsigned>(outputs_), static_cast<unsigned>(inputs_), *routes,
          static_cast<unsigned>(buffered_.buffers), buffered_.freed, classes_.service());
      for (unsigned c = 0; c < routes->classes(); ++c)
        fill_routes(routes->table(c), plan, plan.counts[1],
                    [made, c](unsigned port) -> OutputPort& { return made->output(port, c); });
      made->change_routes_by([made, tables = routes.get()](std::uint32_t endpoint, unsigned way, unsigned port) {
        for (unsigned c = 0; c < tables->classes(); ++c)
          change_route(tables->table(c), endpoint, way, made->output(port, c));
      });
    });
    around.kept.push_back(std::move(routes));
  }

  std::uint64_t inputs_ = 2;
  std::uint64_t outputs_ = 2;
  BufferedParameters buffered_;
  ClassParameters classes_;
};

}  // namespace

ISOCHRON_PART(switch, switch_type_info, make_part<SwitchPart>);

}  // namespace isochron
