// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// How a machine is simulated: with the shortest legal phases, turns on a bus in closed form and ahead of the kernel's
/// time; or with all four phases, each at its time, and an event a slice. Every delivery is at the same picosecond.
enum class BusModel { fast, reference };

}  // namespace isochron
