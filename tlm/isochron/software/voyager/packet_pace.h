// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/rate.h>
#include <isochron/core/time.h>

namespace isochron {

/// When the packets of a stream of constant rate are due, after its first: exactly, so that a stream neither gains nor
/// loses in days. Source: Voyager, section 5 (a packet each time that bytes of its size are due).
class PacketPace {
 public:
  /// `bits_per_second` and `bytes` of a packet: at least 1.
  PacketPace(std::uint64_t bits_per_second, std::uint64_t bytes)
      : time_(Wide{bytes} * Rate::bits_per_second(bits_per_second).numerator()),
        packets_(Rate::bits_per_second(bits_per_second).denominator()) {}

  /// Of packet `number`, from 0: rounded down to the picosecond.
  Time due(std::uint64_t number) const { return static_cast<Time>(number * time_ / packets_); }
  /// Packets that are due in less than `length` after the first, which is one of them if `length` is not 0.
  std::uint64_t due_before(Time length) const {
    return static_cast<std::uint64_t>((length * packets_ + time_ - 1) / time_);
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  Wide time_;     ///< picoseconds ...
  Wide packets_;  ///< ... of so many packets
};

}  // namespace isochron
