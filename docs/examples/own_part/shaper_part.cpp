// SPDX-License-Identifier: Apache-2.0
#include "shaper_part.h"

#include "shaper.h"

namespace {

using isochron::Port;
using isochron::PortRef;

/// What a machine must know of a shaper: to read its parameters, join its ports, find ways through it, say what it can
/// carry, and make one.
class ShaperPart final : public isochron::PartConfig {
 public:
  isochron::ParameterTable parameters() override { return config_.parameters(); }

  std::vector<isochron::PortGroup> ports() const override {
    isochron::PortGroup in{"in", Port::Role::receiver};
    isochron::PortGroup out{"out", Port::Role::sender};
    in.protocol = out.protocol = isochron::GeneralLink::name;
    out.buffered = out.line = true;  // messages wait for it, and a link must follow
    return {in, out};
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

isochron::ComponentType shaper_component() {
  return {Shaper::type_info, [] { return std::make_unique<ShaperPart>(); }};
}
