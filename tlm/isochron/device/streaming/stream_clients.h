// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// The viewers of a storage unit's streams. A packet's tag has its stream, its number (`sequence`) and when it was due
/// by its delivery schedule (`issued`). A client plays a packet `delay` after it was due, `delay` being what its buffer
/// holds. If a packet is not there by then the picture stands still: a glitch. The client then waits for as long again,
/// so that later packets have the same time to spare. Source: Calliope, sections 1 and 2.2.1.
class StreamClients final : public sc_core::sc_module, public Measured, public Traced {
 public:
  /// `streams`: numbers from 0.
  StreamClients(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t streams);
  ~StreamClients() override;

  InletPort packets;

  /// `stream` is about to be played, anew: what came of it before is forgotten, but not its glitches. `delay`: ps.
  /// `buffer`: bytes.
  void begin(std::uint32_t stream, Time delay, std::uint64_t buffer, Time now);
  /// Nothing more of it is expected. `cut`: it ends before its time, which is a glitch.
  void end(std::uint32_t stream, bool cut, Time now);

  /// In this window.
  std::uint64_t glitches() const;          ///< of all streams
  std::uint64_t streams_glitched() const;  ///< with one or more
  std::uint64_t overflows() const;         ///< packets for which a buffer had no room
  std::uint64_t bytes() const;
  const DelayHistogram& lateness() const;  ///< of arrivals against the schedule

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "stream_clients";
  static TypeInfo type_info();

 private:
  // filled in by its author
};

}  // namespace isochron
