// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core_bench.h"

namespace isochron::rtl {

/// One run of commands on a fresh core: everything that makes it repeatable.
struct CoreRun {
  std::string core = "64";
  Surroundings surroundings;
  std::array<std::vector<AxiFaults::Range>, 2> faults;
  std::vector<Command> commands;
  CommandObserver* observer = nullptr;
  /// Called before each cycle.
  std::function<void(CoreBench&)> each_cycle;
};

/// Runs it; what went wrong, nothing when all is right.
std::vector<std::string> failures_of(const CoreRun& run);

/// Runs it. On failure takes commands away as long as it still fails, and returns the failures with the commands and
/// surroundings that give them: enough to repeat it. Empty when all is right.
std::string report_of(CoreRun run);

}  // namespace isochron::rtl
