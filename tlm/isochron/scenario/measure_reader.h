// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/scenario.h>

namespace isochron {

/// Simulated time of a run, ps. Well inside the 213 days that 64 bits of picoseconds hold, and longer than anybody
/// waits.
inline constexpr std::uint64_t longest_run = 1'000'000u * 1'000'000'000'000u;

/// Measurement of a machine whose scenario does not give one.
Measure default_measure(const MachineDescription& machine);

/// Reads what the `measure` map says over what `measure` holds. `system` is what messages call the machine.
/// Throws InputError, also for a warm-up or duration of a machine that runs until its work is done.
void read_measure(const YamlNode& node, const std::string& system, Measure& measure);

}  // namespace isochron
