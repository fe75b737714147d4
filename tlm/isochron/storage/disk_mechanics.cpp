// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk_mechanics.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/rate.h>

namespace isochron {

namespace {
__extension__ typedef unsigned __int128 Wide128;
}

ParameterTable DiskMechanics::parameters() {
  const std::string split = "our own split of PS2's 18.5 ms (section 6)";
  const Range rates{8, 1'000'000'000'000};
  ParameterTable table;
  table.duration("seek.overhead", overhead, {0, 100 * second}, "of a request", split);
  table.duration("seek.settle", settle, {0, 100 * second}, "of the arm on its track, at every request", split);
  table.duration("seek.root", root, {0, 100 * second},
                 "of a movement over the whole disk; of another times the square root of its fraction of the capacity",
                 split);
  table.duration("seek.linear", linear, {0, 100 * second},
                 "of a movement over the whole disk, besides; of another times its fraction of the capacity",
                 "our own");
  table.duration("rotation", rotation, {0, 100 * second}, "a turn; the first byte is anywhere on it",
                 "IBM DPES-31080, 5400 turns a minute");
  table.bytes("capacity", capacity, {1, 1'000'000'000'000'000}, "of the disk", "IBM DPES-31080");
  table.count("zones", zones, {1, 1000}, "zones of equal bytes; 1: the same rate everywhere", "our own");
  table.data_rate("outer_rate", outer_rate, rates, "of the medium's outermost zone, where position 0 is", "our own");
  table.data_rate("inner_rate", inner_rate, rates, "of the innermost zone; those between are linear", "our own");
  table.counts_where(table.at_least("zones", 2), {"outer_rate", "inner_rate"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (zones < 2 || inner_rate <= outer_rate) return {};
    return {{"inner_rate",
             "the innermost zone is faster than the outermost",
             "make inner_rate <= outer_rate",
             {"inner_rate", "outer_rate"},
             {{"inner_rate", outer_rate}, {"outer_rate", inner_rate}}}};
  });
  return table;
}

Time DiskMechanics::seek(std::uint64_t from, std::uint64_t to) const {
  const std::uint64_t distance = from < to ? to - from : from - to;
  // Division, square root, products and sum are correctly rounded (IEEE 754): the same on every machine.
  const double way = static_cast<double>(distance) / static_cast<double>(capacity);
  const double moving = static_cast<double>(root) * std::sqrt(way) + static_cast<double>(linear) * way;
  return overhead + settle + static_cast<Time>(std::llround(moving));
}

Time DiskMechanics::draw_rotation(SplitMix64& stream) const {
  return static_cast<Time>(static_cast<Wide128>(stream()) * rotation >> 64);
}

Time DiskMechanics::mean_random_access() const {
  // The means over the unit square of sqrt(|x - y|) and |x - y| are 8/15 and 1/3; that the two are the same has no
  // probability.
  return overhead + settle + (root * 8 + linear * 5 + 7) / 15 + rotation / 2;
}

std::uint64_t DiskMechanics::zone_at(std::uint64_t position) const {
  return static_cast<std::uint64_t>(static_cast<Wide128>(position) * zones / capacity);
}

std::uint64_t DiskMechanics::rate_of(std::uint64_t zone) const {
  const std::uint64_t last = zones - 1;
  return static_cast<std::uint64_t>(
      (static_cast<Wide128>(outer_rate) * (last - zone) + static_cast<Wide128>(inner_rate) * zone + last / 2) / last);
}

Time DiskMechanics::transfer(std::uint64_t position, std::uint64_t bytes) const {
  const std::uint64_t end = position + bytes;
  Time time = 0;
  Wide128 fraction = 0;  // of a picosecond, in units of 2^-64: rounds as the exact sum does, but within 2^-54 of a half
  for (std::uint64_t zone = zone_at(position); position < end; ++zone) {
    // The first byte of the next zone.
    const auto border = static_cast<std::uint64_t>((static_cast<Wide128>(zone + 1) * capacity + zones - 1) / zones);
    const std::uint64_t part = std::min(border, end) - position;
    const Rate rate = Rate::bits_per_second(rate_of(zone));
    const Wide128 exact = static_cast<Wide128>(part) * rate.numerator();
    time += static_cast<Time>(exact / rate.denominator());
    fraction += (exact % rate.denominator() << 64) / rate.denominator();
    position += part;
  }
  constexpr Wide128 half = static_cast<Wide128>(1) << 63;
  return time + static_cast<Time>((fraction + half) >> 64);
}

double DiskMechanics::mean_byte_time() const {
  double sum = 0;
  for (std::uint64_t zone = 0; zone < zones; ++zone) sum += 8 / static_cast<double>(rate_of(zone));
  return sum / static_cast<double>(zones);
}

}  // namespace isochron
