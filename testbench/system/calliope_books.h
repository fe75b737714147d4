// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/calliope.h>

namespace isochron::testbench {

/// Throws std::runtime_error unless the books of a run with `p` agree with its sessions as they are `now`: none is
/// gone, units have the streams of those that play there and no more than they may have, a failed unit has none, and
/// only its sessions are lost.
void check_books(const Calliope& machine, Time now, const CalliopeParameters& p);

}  // namespace isochron::testbench
