// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/gige_card.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class GigeCardPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return DescribedPorts(GigeCard::type).all(); }
  bool is_sink() const override { return true; }
  std::optional<Capacity> capacity(std::uint64_t) const override {
    if (config_.rate == 0) return std::nullopt;
    return config_.capacity();
  }
  std::optional<MessageBuffers> buffers() const override {
    if (config_.rate == 0) return std::nullopt;
    return MessageBuffers{1, false, false};
  }
  FoldRole fold_role() const override { return config_.rate == 0 ? FoldRole::sink : FoldRole::none; }
  double events_per_message() const override { return config_.rate == 0 ? 0 : 1; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    machine.add<GigeCard>(name, config_, around.arrivals);
  }

 private:
  GigeCard::Config config_;
};

}  // namespace

ISOCHRON_PART(gige_card, GigeCard::type_info, make_part<GigeCardPart>);

}  // namespace isochron
