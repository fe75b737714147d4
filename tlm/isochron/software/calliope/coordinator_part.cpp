// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <string>

#include <isochron/part/addressing_part.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/coordinator.h>
#include <isochron/software/calliope/session_programme.h>
#include <isochron/software/calliope/station_check.h>

namespace isochron {

namespace {

class CoordinatorPart final : public PartConfig, public AddressingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.count("units", config_.units, {1, 10'000}, "storage units", "Calliope, section 3.3");
    table.count("disks", config_.disks, {1, 64}, "of a unit, which share its streams evenly");
    table.data_rate("rate", config_.rate, {1'000, 1'000'000'000}, "of a stream that is recorded",
                    "Calliope, section 3.2.1");
    table.bytes("message", config_.message, {0, 9'000}, "of an order, without any header");
    table.check([this] { return own_problems(); });
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(Coordinator::type);
    return {ports["messages"], ports["orders"], ports["sessions"].calling(), ports["connections"].called()};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    if (auto error = station_error(around, orders, SessionPost::coordinator)) return error;
    // Nobody receives the clients' messages.
    const std::uint64_t last = SessionPost::station_of(static_cast<unsigned>(config_.units) - 1);
    const Connections network = *around.behind(orders);
    const std::uint64_t receiving = network.plan().counts.back();
    if (receiving == last + 1) return std::nullopt;
    return CompatibilityError{std::to_string(config_.units) + " units are the stations 2 to " + std::to_string(last) +
                                  ", and `" + network.path() + "` leads to " + std::to_string(receiving) + " stations",
                              "Join `orders` of each unit to `out` of its station, or set `units`"};
  }

  const char* flow_unit() const override { return "1"; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    SessionTable& table = around.services.called<ServerSessions>(plan, {2, 0})->table;
    Coordinator* const coordinator = machine.add<Coordinator>(name, config_, table);
    around.services.offer({3, 0}, *coordinator);
    around.counter = coordinator;
    around.work->add_account([coordinator](ReplicationRecord& record) {
      record.messages += coordinator->admitted();
      add_fingerprint(record, coordinator->fingerprint());
    });
  }

 private:
  static constexpr PortRef orders{1, 0};

  std::vector<ParameterProblem> own_problems() const {
    const std::uint64_t apart = config_.units / std::gcd(config_.units, config_.stride);
    if (config_.copies < 2 || config_.copies <= apart) return {};
    return {{"copies",
             std::to_string(config_.copies) + " copies, " + std::to_string(config_.stride) +
                 " units apart, do not find as many of " + std::to_string(config_.units) + " units",
             "use fewer copies or more units",
             {"copies", "units", "stride"},
             {{"copies", apart}, {"units", config_.copies}, {"stride", 1}}}};
  }

  Coordinator::Config config_;
};

}  // namespace

ISOCHRON_PART(coordinator, Coordinator::type_info, make_part<CoordinatorPart>);

}  // namespace isochron
