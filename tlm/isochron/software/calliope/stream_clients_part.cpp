// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/stream_clients.h>

namespace isochron {

namespace {

/// Who calls them makes room for streams.
class StreamClientsPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(StreamClients::type);
    return {ports["packets"], ports["streams"].called()};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer({1, 0}, *machine.add<StreamClients>(name, 1));
  }
};

}  // namespace

ISOCHRON_PART(stream_clients, StreamClients::type_info, make_part<StreamClientsPart>);

}  // namespace isochron
