// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <isochron/system/calliope.h>

#include "system/figures.h"

namespace isochron::testbench {

/// How a run of Calliope goes.
struct CalliopeRun {
  Time warm_up = 0;
  Time duration = 0;
  std::uint64_t seed = 1;
  Time step = 0;                                      ///< between looks; 0: none
  std::function<void(const Calliope&, Time)> look{};  ///< what it throws ends the run
};

/// figures_of() the record. Runs in a process of its own; books that do not agree throw.
Figures simulate(const CalliopeParameters& parameters, const CalliopeRun& run);

}  // namespace isochron::testbench
