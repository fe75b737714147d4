// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/split_mix.h>
#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// The arm, the rotation and the zones of a disk; times in picoseconds, positions in bytes from the outer edge on.
/// Source: PS2, section 6: the IBM DPES-31080, of which the paper has the mean latency of random accesses over the
/// whole disk, 18.5 ms. How that is split into the four times is our own, a calibration.
struct DiskMechanics {
  std::uint64_t overhead = 2 * millisecond;  ///< of a request
  std::uint64_t settle = 4 * millisecond;    ///< of each request, also of one for the track that the arm is on
  std::uint64_t root = 13 * millisecond;  ///< of a movement over the whole disk; else times sqrt(distance / capacity)
  std::uint64_t linear = 0;               ///< ... times distance / capacity, besides
  std::uint64_t rotation = 11'110 * microsecond;  ///< a turn: 5400 a minute
  std::uint64_t capacity = 1'080'000'000;         ///< bytes, 1 or more
  std::uint64_t zones = 1;                        ///< of equal bytes each, 1 or more; 1: the disk's rate everywhere
  std::uint64_t outer_rate = 8ull * 4'000'000;    ///< bit/s of zone 0, the outermost; with 2 zones or more
  std::uint64_t inner_rate = 8ull * 3'000'000;    ///< bit/s of the last zone; those between are linear

  ParameterTable parameters();

  /// From a request to the arm being on its track: overhead + settle + root * sqrt(d) + linear * d with d = |to -
  /// from| / capacity, rounded to the picosecond.
  Time seek(std::uint64_t from, std::uint64_t to) const;
  /// From then to the first byte under the head: uniform in [0, rotation).
  Time draw_rotation(SplitMix64& stream) const;
  /// Mean of seek and rotation between two positions that are uniform over the disk.
  Time mean_random_access() const;

  /// The zone that a position < capacity is in.
  std::uint64_t zone_at(std::uint64_t position) const;
  /// Of a zone's medium, bit/s. With 2 zones or more.
  std::uint64_t rate_of(std::uint64_t zone) const;
  /// That `bytes` from `position` on take on the medium, exact over all zones that they lie in and rounded once (a half
  /// upwards). With 2 zones or more. Moving the head to the next track is in the rate.
  Time transfer(std::uint64_t position, std::uint64_t bytes) const;
  /// Seconds that a byte takes, mean over the disk. With 2 zones or more.
  double mean_byte_time() const;
};

}  // namespace isochron
