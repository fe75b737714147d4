// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/software/calliope/packet_schedule.h>

namespace isochron {

/// A recording: its packets in the order in which they are due, and how long it is.
struct PacketTrace {
  std::vector<PacketSchedule::Packet> packets;
  Time period = 0;

  std::uint64_t bytes() const;
  /// The most bytes that are due within any `window` of the recording, which is repeated: at its beginning or later,
  /// and before its end. `window`: 1 ps to the period.
  std::uint64_t most_within(Time window) const;
  /// All is due `by` later, up to a period; what would come after the end comes at the beginning.
  void rotate(Time by);
};

/// A recording that is played again and again. Source: Calliope, sections 2.2.1 and 3.2.2: delivery schedules of
/// streams of variable rate are stored.
class TraceSchedule final : public PacketSchedule {
 public:
  /// Throws ModelError unless `trace` has packets, of 1 B or more each, in the order of their times, which are before
  /// its period's end.
  explicit TraceSchedule(PacketTrace trace);

  Packet packet(std::uint64_t number) const override;
  std::uint64_t first_at(Time offset) const override;
  std::uint32_t largest() const override { return largest_; }
  double mean_rate() const override;
  Time longest_delay(std::uint64_t bytes) const override;

 private:
  PacketTrace trace_;
  std::uint64_t bytes_ = 0;  ///< of a period
  std::uint32_t largest_ = 0;
};

}  // namespace isochron
