// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/packet_sink.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class PacketSinkPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return DescribedPorts(PacketSink::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    const PacketSink* const sink =
        machine.part<PacketSink>(name, [](const char* part) { return std::make_unique<PacketSink>(part); });
    if (around.work == nullptr) return;
    around.work->add_account([sink](ReplicationRecord& record) {
      record.messages += sink->received();
      add_fingerprint(record, sink->fingerprint());
    });
  }
};

}  // namespace

ISOCHRON_PART(packet_sink, PacketSink::type_info, make_part<PacketSinkPart>);

}  // namespace isochron
