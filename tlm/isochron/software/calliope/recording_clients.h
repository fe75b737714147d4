// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/software/calliope/packet_schedule.h>

namespace isochron {

/// Clients who record: they send packets to the storage unit over its network, by a schedule each. A packet's tag has
/// its stream, its number (`sequence`), when it is sent (`issued`) and the recording that it is of (`source`). Source:
/// Calliope, section 2.2.1.
class RecordingClients final : public sc_core::sc_module,
                               public WithStatistics<RecordingClients>,
                               public Traced,
                               private Region::Activity {
 public:
  /// `streams`: numbers from 0.
  RecordingClients(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t streams);

  /// For `streams` streams, numbered from 0. Before the simulation.
  void make_room(std::uint64_t streams) {
    streams_.assign(streams, {});
    due_.assign(streams, end_of_time);
  }

  OutletPort packets;

  /// Packets of `stream` by `schedule` from now on, the first after `phase`. `recording`: for their tags.
  void begin(std::uint32_t stream, std::uint32_t recording, const PacketSchedule& schedule, Time phase, Time now);
  void end(std::uint32_t stream, Time now);

  static Statistics<RecordingClients> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "recording_clients";
  static constexpr const char* calls = "recordings";
  static TypeInfo type_info();

 private:
  struct Stream {
    const PacketSchedule* schedule = nullptr;
    std::uint32_t recording = 0;
    std::uint64_t number = 0;  ///< of the next packet
    Time base = 0;
  };

  void complete(Time now) override;
  void arm();
  void send(std::uint32_t stream, Time now);

  Domain domain_;
  std::vector<Stream> streams_;
  std::vector<Time> due_;  ///< of each stream's next packet; end_of_time: none
  std::uint64_t sent_ = 0;
  std::uint64_t bytes_ = 0;
  PhaseProbe phase_probe_;
  bool traced_ = false;
};

}  // namespace isochron
