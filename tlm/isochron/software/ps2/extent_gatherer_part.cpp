// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/connections.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/ps2/extent_gatherer.h>

namespace isochron {

namespace {

/// The mover that carries out its moves has the work.
class ExtentGathererPart final : public PartConfig, public ListedMoves {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(ExtentGatherer::type)["moves"].called()}; }
  MoveShape shape() const override { return config_.shape(); }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig&) override {
    if (++movers_ < 2) return {};
    return {{"moves", "two movers cannot share a list", "Give each a part of its own", {}, {}}};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections&) const override {
    if (movers_ > 0) return std::nullopt;
    return CompatibilityError{"no mover carries out its moves", "Join `moves` of a chain_mover to it"};
  }
  double memory() const override { return static_cast<double>(config_.geometry.memory_bytes()); }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    ExtentGatherer* const gatherer = machine.part<ExtentGatherer>(name, [&](const char* part) {
      return std::make_unique<ExtentGatherer>(part, config_, around.seed.value(), *around.work);
    });
    around.services.offer<MoveList>({0, 0}, *gatherer);
    around.work->add_work([gatherer] { return gatherer->left_to_do(); });
    around.work->add_figures([gatherer](ReplicationRecord& record) { gatherer->add_to(record); });
  }

 private:
  ExtentGatherer::Config config_;
  unsigned movers_ = 0;
};

}  // namespace

ISOCHRON_PART(extent_gatherer, ExtentGatherer::type_info, make_part<ExtentGathererPart>);

}  // namespace isochron
