// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/recording_clients.h>

namespace isochron {

namespace {

/// Who calls them makes room for streams.
class RecordingClientsPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(RecordingClients::type);
    return {ports["packets"], ports["streams"].called()};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer({1, 0}, *machine.add<RecordingClients>(name, 1));
  }
};

}  // namespace

ISOCHRON_PART(recording_clients, RecordingClients::type_info, make_part<RecordingClientsPart>);

}  // namespace isochron
