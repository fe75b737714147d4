// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/software/calliope/central_process.h>
#include <isochron/software/calliope/session_post.h>
#include <isochron/software/calliope/session_table.h>
#include <isochron/software/calliope/storage_service.h>

namespace isochron {

/// What a storage unit does for the coordinator: carries out its orders by streams of the unit, and reports when a
/// session is over. The time of a session runs from the instant on in which all of its streams are seen. Source:
/// Calliope, section 2.2.
class SessionPlayer final : public sc_core::sc_module,
                            public StorageService,
                            public WithStatistics<SessionPlayer>,
                            public Traced,
                            private CentralProcess::Viewing {
 public:
  /// What sessions are about.
  class Programme {
   public:
    /// What a member of a session plays or records, from `session.played` on.
    virtual CentralProcess::Item item(const Session& session, unsigned member) const = 0;

   protected:
    ~Programme() = default;
  };

  /// `unit`: its number, of up to `streams` streams. `message`: bytes of what it sends. The others must outlive it.
  SessionPlayer(const sc_core::sc_module_name& name, const Domain& domain, unsigned unit, std::uint64_t streams,
                SessionTable& sessions, std::uint64_t message, CentralProcess& central, const Programme& programme);

  InletPort orders;
  /// Ends of sessions, and that it has returned.
  OutletPort ended;

  void fail(Time now) override;
  void restore(Time now) override;

  static Statistics<SessionPlayer> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "session_player";
  static TypeInfo type_info();

 private:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  struct Playing {
    std::uint32_t session = 0;
    std::vector<std::uint32_t> streams;
    unsigned to_be_seen = 0;
  };

  void take(Payload& payload, Time now);
  void seen(std::uint32_t stream, Time now) override;
  void end(std::uint32_t session, std::uint32_t attempt, Time now);

  Region& region_;
  unsigned unit_;
  SessionTable& sessions_;
  CentralProcess& central_;
  const Programme& programme_;
  SessionPost post_;
  InletOf<SessionPlayer> taken_{*this, &SessionPlayer::take};
  std::vector<Playing> playing_;
  std::vector<std::uint32_t> session_of_;  ///< each stream
  bool works_ = true;
  std::uint64_t ended_ = 0;  ///< in this window
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
