// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/c104_crossbar.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// A packet takes a link at either side. By which it leaves is decided for each job.
class C104CrossbarPart final : public PartConfig, public Interconnect {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("inputs", inputs_, {1, C104Crossbar::ports - 1}, "links that end at it");
    table.count("outputs", outputs_, {1, C104Crossbar::ports - 1}, "links that begin at it");
    table.data_rate("rate", rate_, {8, 1'000'000'000'000}, "of a link", "Gennart et al., Table 2");
    table.check([this]() -> std::vector<ParameterProblem> {
      if (inputs_ + outputs_ <= C104Crossbar::ports) return {};
      return {{"outputs",
               "a C104 has " + std::to_string(C104Crossbar::ports) + " links, and not " +
                   std::to_string(inputs_ + outputs_),
               "use fewer inputs or outputs",
               {"inputs", "outputs"}}};
    });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(C104Crossbar::type);
    return {ports["in"].counted(inputs_), ports["out"].counted(outputs_)};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override {
    std::vector<PortRef> outputs;
    for (unsigned i = 0; i < plan.counts[1]; ++i) outputs.push_back({1, i});
    return outputs;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext&) const override {
    machine.add<C104Crossbar>(name, static_cast<unsigned>(inputs_), static_cast<unsigned>(outputs_), rate_);
  }

 private:
  std::optional<PortRef> way_of(const PortRef&, bool) const override { return std::nullopt; }
  double seconds_of(const PortRef&, bool, std::uint64_t bytes) const override {
    return static_cast<double>(bytes) / Capacity::of_rate(rate_).alone;
  }
  bool has_lanes() const override { return true; }

  std::uint64_t inputs_ = 8;
  std::uint64_t outputs_ = 4;
  std::uint64_t rate_ = 8ull * 8'000'000;
};

}  // namespace

ISOCHRON_PART(c104_crossbar, C104Crossbar::type_info, make_part<C104CrossbarPart>);

}  // namespace isochron
