// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/system/multidisk_parameters.h>

#include "system/figures.h"

namespace isochron::testbench {

/// What a run of a multidisk server gave.
struct MultidiskOutcome {
  std::vector<Time> delivered;       ///< of each strand: when it was delivered last
  std::vector<std::uint64_t> times;  ///< of each strand: how many times it was delivered
  Figures figures;                   ///< figures_of() its record
};

/// Runs in a process of its own. A deadlock, a lost payload or a protocol violation throws.
MultidiskOutcome simulate(const MultidiskParameters& parameters, std::uint64_t seed = 1);

}  // namespace isochron::testbench
