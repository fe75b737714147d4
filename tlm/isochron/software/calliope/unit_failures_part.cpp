// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/part/connections.h>
#include <isochron/part/failing_part.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/unit_failures.h>

namespace isochron {

namespace {

constexpr Time longest_run = 10'000'000 * second;

class UnitFailuresPart final : public PartConfig, public FailingPart {
 public:
  UnitFailuresPart() {
    plan_.fail_at = 10 * second;
    plan_.detection = 100 * millisecond;
  }

  ParameterTable parameters() override {
    ParameterTable table;
    table.indices("units", plan_.units, {0, 9'999}, "that fail", "our own");
    table.duration("fail_at", plan_.fail_at, {0, longest_run}, "when they do", "our own");
    table.duration("detection", plan_.detection, {0, 1'000 * second},
                   "from then until the break of the connection to the coordinator", "our own");
    table.duration_or("return_at", plan_.return_at, "never", {nanosecond, longest_run}, "when they work again",
                      "our own");
    table.check([this] { return own_problems(); });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(UnitFailures::type);
    return {ports["coordinator"].calling(), ports["unit"].calling()};
  }
  std::string failure_place(const PortRef& port) const override {
    return port.group == 1 ? "unit[" + std::to_string(port.index) + "]" : "";
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const auto last = std::max_element(plan_.units.begin(), plan_.units.end());
    const unsigned units = around.plan().counts[1];
    if (last == plan_.units.end() || *last < units) return std::nullopt;
    return CompatibilityError{
        "there is no unit " + std::to_string(*last) + " among " + std::to_string(units),
        "Name others in `units`, or join `service` of the unit to `unit[" + std::to_string(*last) + "]`"};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    std::vector<StorageService*> units;
    for (unsigned u = 0; u < plan.counts[1]; ++u) units.push_back(around.services.called<StorageService>(plan, {1, u}));
    machine.add<UnitFailures>(name, plan_, *around.services.called<Coordinator>(plan, {0, 0}), units);
  }

 private:
  std::vector<ParameterProblem> own_problems() const {
    if (plan_.units.empty() || plan_.return_at == 0 || plan_.return_at > plan_.fail_at + plan_.detection) return {};
    return {{"return_at",
             "units return before the coordinator knows that they have failed",
             "let them return after fail_at and detection",
             {"return_at", "fail_at", "detection"},
             {{"return_at", plan_.fail_at + plan_.detection + millisecond}, {"fail_at", 0}, {"detection", 0}}}};
  }

  UnitFailures::Plan plan_;
};

}  // namespace

ISOCHRON_PART(unit_failures, UnitFailures::type_info, make_part<UnitFailuresPart>);

}  // namespace isochron
