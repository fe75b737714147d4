// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include <isochron/system/calliope.h>
#include <isochron/system/calliope_msu.h>

#include "system/figures.h"

namespace isochron::testbench {

/// How a run of Calliope goes.
struct CalliopeRun {
  Time warm_up = 0;
  Time duration = 0;
  std::uint64_t seed = 1;
  Time step = 0;                                      ///< between looks; 0: none
  std::function<void(const Calliope&, Time)> look{};  ///< what it throws ends the run; not at a storage unit alone
};

inline CalliopeRun for_seconds(std::uint64_t warm_up, std::uint64_t duration, std::uint64_t seed = 1) {
  CalliopeRun run;
  run.warm_up = warm_up * second;
  run.duration = duration * second;
  run.seed = seed;
  return run;
}

/// figures_of() the record. Runs in a process of its own; books that do not agree throw.
Figures simulate(const CalliopeParameters& parameters, const CalliopeRun& run);
Figures simulate(const CalliopeMsuParameters& parameters, const CalliopeRun& run);

}  // namespace isochron::testbench
