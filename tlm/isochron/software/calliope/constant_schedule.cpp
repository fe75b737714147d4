// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/constant_schedule.h>

namespace isochron {

namespace {
__extension__ typedef unsigned __int128 WideOffset;
}

ConstantSchedule::ConstantSchedule(std::uint64_t bits_per_second, std::uint32_t bytes)
    : bits_per_second_(static_cast<double>(bits_per_second)),
      rate_(Rate::bits_per_second(bits_per_second)),
      bytes_(bytes) {}

std::uint64_t ConstantSchedule::first_at(Time offset) const {
  // Due times are rounded to the nearest: half a picosecond before `offset` is early enough.
  const WideOffset wanted = static_cast<WideOffset>(offset) * rate_.denominator();
  const WideOffset half = rate_.denominator() / 2;
  if (wanted <= half) return 0;
  const WideOffset packet = static_cast<WideOffset>(bytes_) * rate_.numerator();
  return static_cast<std::uint64_t>((wanted - half + packet - 1) / packet);
}

Time ConstantSchedule::longest_delay(std::uint64_t bytes) const {
  // A buffer of n packets is full when packet i comes, until packet i - n is played. Two due times that are n packets
  // apart differ by that many packets' time, rounded down or up.
  const std::uint64_t packets = bytes / bytes_;
  return static_cast<Time>(static_cast<WideOffset>(packets) * bytes_ * rate_.numerator() / rate_.denominator());
}

}  // namespace isochron
