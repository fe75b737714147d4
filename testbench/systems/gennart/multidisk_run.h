// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isochron/core/time.h>
#include "systems/figures.h"
#include "systems/gennart/multidisk_parameters.h"

namespace isochron::testbench {

/// What a run of a multidisk server gave.
struct MultidiskOutcome {
  std::vector<Time> delivered;       ///< of each strand: when it was delivered last
  std::vector<std::uint64_t> times;  ///< of each strand: how many times it was delivered
  Figures figures;                   ///< figures_of() its record
};

/// Runs in this process. Hears of each strand that is delivered.
ReplicationRecord run_here(const MultidiskParameters& parameters, std::uint64_t seed, InstanceOverrides* overrides,
                           const std::function<void(std::uint64_t strand, Time now)>& delivered);

/// Runs in a process of its own. A deadlock, a lost payload or a protocol violation throws.
MultidiskOutcome simulate(const MultidiskParameters& parameters, std::uint64_t seed = 1);

}  // namespace isochron::testbench
