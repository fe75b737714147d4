// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory.h>
#include <isochron/machine/parts/library.h>

namespace isochron {

namespace {

/// Port 0 is called `socket`.
class MemoryPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    return {{"socket", Port::Role::target, false, {}, "base protocol"},
            {"port", Port::Role::target, true, {}, "base protocol", false, false, false}};
  }
  bool is_memory() const override { return true; }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    machine.add<Memory>(name, plan.address, memory_bytes, Memory::Content::counted, std::max(1u, plan.counts[1]));
  }
};

}  // namespace

ComponentType memory_component() {
  return {Memory::type_info, [] { return std::make_unique<MemoryPart>(); }};
}

}  // namespace isochron
