// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/fake_unit.h>
#include <isochron/software/calliope/session_programme.h>
#include <isochron/software/calliope/station_check.h>

namespace isochron {

namespace {

class FakeUnitPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("unit", unit_, {0, 9'999}, "its number");
    table.bytes("message", message_, {0, 9'000}, "of what it tells the coordinator, without any header");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(FakeUnit::type);
    return {ports["orders"], ports["ended"], ports["sessions"].calling(), ports["service"].called()};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return station_error(around, {1, 0}, SessionPost::station_of(static_cast<unsigned>(unit_)));
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    SessionTable& table = around.services.called<ServerSessions>(plan, {2, 0})->table;
    FakeUnit* const unit = machine.add<FakeUnit>(name, static_cast<unsigned>(unit_), table, message_);
    around.services.offer<StorageService>({3, 0}, *unit);
  }

 private:
  std::uint64_t unit_ = 0;
  std::uint64_t message_ = 338;
};

}  // namespace

ISOCHRON_PART(fake_unit, FakeUnit::type_info, make_part<FakeUnitPart>);

}  // namespace isochron
