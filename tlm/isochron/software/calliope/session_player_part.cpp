// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/software/calliope/session_player.h>
#include <isochron/software/calliope/session_programme.h>
#include <isochron/software/calliope/station_check.h>
#include <isochron/software/calliope/unit_streams.h>

namespace isochron {

namespace {

/// The programme of a server at a unit where each file is on one disk.
class OneDiskProgramme final : public SessionPlayer::Programme {
 public:
  OneDiskProgramme(const SessionProgramme& programme, std::uint64_t disks) : programme_(programme), disks_(disks) {}

  CentralProcess::Item item(const Session& session, unsigned member) const override {
    CentralProcess::Item item = programme_.item(session, member);
    item.disk = static_cast<unsigned>((session.disk + member) % disks_);
    return item;
  }

 private:
  const SessionProgramme& programme_;
  std::uint64_t disks_;
};

class SessionPlayerPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("unit", unit_, {0, 9'999}, "number of its unit");
    table.bytes("message", message_, {0, 9'000}, "of what it tells the coordinator, without any header");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(SessionPlayer::type);
    return {ports["orders"], ports["ended"], ports["central"].calling(), ports["sessions"].calling(),
            ports["service"].called()};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return station_error(around, {1, 0}, SessionPost::station_of(static_cast<unsigned>(unit_)));
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    const UnitStreams& streams = *around.services.called<UnitStreams>(plan, {2, 0});
    ServerSessions& sessions = *around.services.called<ServerSessions>(plan, {3, 0});
    const SessionPlayer::Programme* programme = &sessions.programme;
    if (streams.single) {
      const auto placed = std::make_shared<OneDiskProgramme>(sessions.programme, streams.disks);
      around.kept.push_back(placed);
      programme = placed.get();
    }
    SessionPlayer* const player = machine.part<SessionPlayer>(name, [&](const char* part) {
      return std::make_unique<SessionPlayer>(part, machine.domain(), static_cast<unsigned>(unit_), streams.numbers,
                                             sessions.table, message_, streams.central, *programme);
    });
    around.services.offer<StorageService>({4, 0}, *player);
  }

 private:
  std::uint64_t unit_ = 0;
  std::uint64_t message_ = 338;
};

}  // namespace

ISOCHRON_PART(session_player, SessionPlayer::type_info, make_part<SessionPlayerPart>);

}  // namespace isochron
