// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// When each packet of a recording is due: its delivery schedule. Times are offsets from the beginning of the
/// recording. Source: Calliope, section 2.2.1: calculated for constant rates, stored for variable ones.
class PacketSchedule {
 public:
  struct Packet {
    Time due = 0;
    std::uint32_t bytes = 0;
  };

  virtual ~PacketSchedule() = default;
  /// Packet `number`, from 0; a recording has no end: a trace begins anew.
  virtual Packet packet(std::uint64_t number) const = 0;
  /// The first packet that is due at `offset` or later.
  virtual std::uint64_t first_at(Time offset) const = 0;
  /// Bytes of the largest packet.
  virtual std::uint32_t largest() const = 0;
  /// On the mean, B/s.
  virtual double mean_rate() const = 0;
  /// The longest time that a client with a buffer of `bytes` can wait until it begins to play, without its buffer
  /// running over when every packet comes on time, ps.
  virtual Time longest_delay(std::uint64_t bytes) const = 0;
};

}  // namespace isochron
