// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/split_mix.h>

namespace isochron {

/// The seed of replication `index` (from 0) of a scenario with `seed`: mix(mix(seed) + (index + 1) x golden ratio),
/// with the finaliser of SplitMix64. All points of a scenario use the same seeds, so that they are compared under
/// common random numbers.
constexpr std::uint64_t replication_seed(std::uint64_t seed, std::uint64_t index) {
  return mix(mix(seed) + (index + 1) * 0x9e3779b97f4a7c15u);
}

}  // namespace isochron
