// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/packet_source.h>
#include <isochron/part/addressing_part.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class PacketSourcePart final : public PartConfig, public WorkingPart, public AddressingPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(PacketSource::type);
    return {ports["packets"], ports["host"].calling()};
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.measured = true;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    Host& host = *around.services.called<Host>(plan, {1, 0});
    const PacketSource* const source = machine.part<PacketSource>(
        name, [&](const char* part) { return std::make_unique<PacketSource>(part, machine.domain(), config_, host); });
    around.work->add_ongoing([source] { return source->is_done() ? "" : "packets that have no end"; });
  }

 private:
  PacketSource::Config config_;
};

}  // namespace

ISOCHRON_PART(packet_source, PacketSource::type_info, make_part<PacketSourcePart>);

}  // namespace isochron
