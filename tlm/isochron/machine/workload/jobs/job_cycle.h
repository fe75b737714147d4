// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Parts that jobs can take in a cycle, each while it waits for the next, and then nothing moves; empty: none. A
/// transfer has a bus while it waits for the one behind it, and a job has a part that it holds while it waits for
/// others that jobs hold.
std::vector<std::string> cycle_of_jobs(const Netlist& netlist);

}  // namespace isochron
