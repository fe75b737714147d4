// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/session_clients.h>
#include <isochron/software/calliope/session_programme.h>
#include <isochron/software/calliope/station_check.h>

namespace isochron {

namespace {

/// They have the sessions of the server, and say what these are about.
class SessionClientsPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.bytes("message", config_.message, {0, 9'000}, "of a request, without any header");
    contents_.add_to(table);
    table.data_rate("streams.audio", audio_, {1'000, 100'000'000}, "of the second stream of a composite session",
                    "our own: VAT's 8 bits at 8 kHz");
    table.check([this] { return contents_.problems(); });
    return table;
  }
  std::vector<DerivedValue> derived() const override { return contents_.derived(1); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(SessionClients::type);
    return {ports["requests"], ports["sessions"].called()};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return station_error(around, {0, 0}, SessionPost::clients);
  }
  OwnWork own_work() const override {
    OwnWork work;
    work.message = std::max<std::uint64_t>(1, config_.message);
    work.measured = true;
    return work;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    const auto sessions = std::make_shared<ServerSessions>(contents_, audio_, around.seed.value());
    around.kept.push_back(sessions);
    around.services.offer({1, 0}, *sessions);
    machine.add<SessionClients>(name, config_, sessions->table, around.seed.value());
    around.work->add_ongoing([sessions] {
      // Some may wait for a unit that never returns. Nothing else may stand still.
      const SessionTable& table = sessions->table;
      const std::uint64_t left = table.count(Session::State::asked) + table.count(Session::State::deciding) +
                                 table.count(Session::State::playing);
      return left == 0 ? "" : std::to_string(left) + " sessions";
    });
  }

 private:
  SessionClients::Config config_;
  StreamContents contents_;
  std::uint64_t audio_ = 64'000;  ///< bit/s
};

}  // namespace

ISOCHRON_PART(session_clients, SessionClients::type_info, make_part<SessionClientsPart>);

}  // namespace isochron
