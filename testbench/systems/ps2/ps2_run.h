// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "systems/figures.h"
#include "systems/ps2/ps2_case.h"

namespace isochron::testbench {

/// How a run of PS2 or of its disks departs from its parameters.
struct StorageRun {
  std::uint64_t seed = 1;
  std::vector<std::string> failed = {};  ///< disks, "slave[0].disk[1]"
  /// Once the machine is built, in the run's own process: what is found by its name may be made to misbehave.
  std::function<void()> spoil = {};
};

/// figures_of() the record. Runs in a process of its own. A deadlock, a lost payload or a wrong pixel throws.
Figures simulate(const Ps2Case& parameters, const StorageRun& run = {});
Figures simulate(const DiskArrayCase& parameters, const StorageRun& run = {});

/// The only figure of that name; throws std::out_of_range if there is none.
double figure(const Figures& figures, const std::string& name);

}  // namespace isochron::testbench
