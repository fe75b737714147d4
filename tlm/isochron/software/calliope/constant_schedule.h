// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/rate.h>
#include <isochron/software/calliope/packet_schedule.h>

namespace isochron {

/// Packets of equal size at a constant rate: packet i is due when i packets have been sent at that rate, rounded once
/// to the picosecond, so that nothing drifts. Source: Calliope, sections 2.2.1 and 3.2.1.
class ConstantSchedule final : public PacketSchedule {
 public:
  /// `bits_per_second`: 1 or more. `bytes`: of a packet, 1 or more.
  ConstantSchedule(std::uint64_t bits_per_second, std::uint32_t bytes);

  Packet packet(std::uint64_t number) const override { return {rate_.time_of(number * bytes_), bytes_}; }
  std::uint64_t first_at(Time offset) const override;
  std::uint32_t largest() const override { return bytes_; }
  double mean_rate() const override { return bits_per_second_ / 8; }
  Time longest_delay(std::uint64_t bytes) const override;

 private:
  double bits_per_second_;
  Rate rate_;
  std::uint32_t bytes_;
};

}  // namespace isochron
