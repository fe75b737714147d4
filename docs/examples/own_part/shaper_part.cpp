// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>

#include "shaper.h"

namespace {

using isochron::PortRef;

/// What a machine must know of a shaper: to read its parameters, join its ports, find ways through it, say what it can
/// carry, and make one.
class ShaperPart final : public isochron::PartConfig {
 public:
  isochron::ParameterTable parameters() override { return config_.parameters(); }

  std::vector<isochron::PortGroup> ports() const override {
    const isochron::DescribedPorts ports(Shaper::type);
    return {ports["in"], ports["out"].driving()};  // at `out` messages wait for a link
  }
  /// All leave by the second of the ports.
  std::vector<PortRef> ways_from(const PortRef&, const isochron::PartPlan&) const override { return {{1, 0}}; }
  std::optional<isochron::Capacity> capacity(std::uint64_t) const override { return config_.capacity(); }
  void build(isochron::Assembly& machine, const std::string& name, const isochron::PartPlan&,
             isochron::BuildContext&) const override {
    machine.add<Shaper>(name, config_);
  }

 private:
  Shaper::Config config_;
};

}  // namespace

ISOCHRON_PART(shaper, Shaper::type_info, isochron::make_part<ShaperPart>);
