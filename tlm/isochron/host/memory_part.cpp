// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/memory.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Port 0 is called `socket`.
class MemoryPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Memory::type);
    return {ports["socket"], ports["port"].unless_needed()};
  }
  bool is_memory() const override { return true; }
  double events_per_message() const override { return 0; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    machine.add<Memory>(name, plan.address, memory_bytes, Memory::Content::streams, std::max(1u, plan.counts[1]));
  }
};

}  // namespace

ISOCHRON_PART(memory, Memory::type_info, make_part<MemoryPart>);

}  // namespace isochron
