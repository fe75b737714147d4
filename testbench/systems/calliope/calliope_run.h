// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <isochron/core/time.h>

#include "support/library_machine.h"
#include "systems/figures.h"

namespace isochron::testbench {

// In the library.
inline constexpr const char* calliope = "calliope";
inline constexpr const char* calliope_msu = "calliope_msu";

/// How a run of one of these goes.
struct CalliopeRun {
  Time warm_up = 0;
  Time duration = 0;
  std::uint64_t seed = 1;
  Time step = 0;                        ///< between looks; 0: none
  std::function<void(Time)> look = {};  ///< in the run's own process; what it throws ends the run
};

inline CalliopeRun for_seconds(std::uint64_t warm_up, std::uint64_t duration, std::uint64_t seed = 1) {
  CalliopeRun run;
  run.warm_up = warm_up * second;
  run.duration = duration * second;
  run.seed = seed;
  return run;
}

/// figures_of() the record of such a machine, which is run in a process of its own. Throws what `look` throws there.
Figures simulate(const std::string& machine, const Settings& settings, const CalliopeRun& run);

/// A rate as a parameter's value.
inline std::string per_second(double rate) {
  return std::to_string(rate) + " /s";
}

}  // namespace isochron::testbench
