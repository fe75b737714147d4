// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/observe/level_over_time.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/software/calliope/session_post.h>
#include <isochron/software/calliope/session_table.h>
#include <isochron/software/calliope/storage_service.h>

namespace isochron {

/// A storage unit that plays nothing: it reports the end of a session when the session's time is over. Any number of
/// sessions overlap. Source: Calliope, section 3.3.
class FakeUnit final : public sc_core::sc_module,
                       public StorageService,
                       public WithStatistics<FakeUnit>,
                       public Traced,
                       private Region::Activity {
 public:
  /// `unit`: its number. `message`: bytes of what it sends. `sessions` must outlive it.
  FakeUnit(const sc_core::sc_module_name& name, const Domain& domain, unsigned unit, SessionTable& sessions,
           std::uint64_t message);

  InletPort orders;
  /// Ends of sessions, and that it has returned.
  OutletPort ended;

  void fail(Time now) override;
  void restore(Time now) override;

  static Statistics<FakeUnit> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "fake_unit";
  static TypeInfo type_info();

 private:
  struct Playing {
    Time end = 0;
    std::uint32_t session = 0;

    bool operator>(const Playing& other) const { return end != other.end ? end > other.end : session > other.session; }
  };

  void take(Payload& payload, Time now);
  void complete(Time now) override;
  void show(Time now);

  Region& region_;
  unsigned unit_;
  SessionTable& sessions_;
  SessionPost post_;
  InletOf<FakeUnit> taken_{*this, &FakeUnit::take};
  std::vector<Playing> playing_;  ///< a heap, the earliest end first
  bool works_ = true;
  LevelOverTime level_;      ///< sessions
  std::uint64_t ended_ = 0;  ///< in this window
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
