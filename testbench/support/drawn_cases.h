// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron::testbench {

/// What RapidCheck draws where RC_PARAMS does not say it: in the short form the same cases every time, those of `seed`,
/// so that a verdict is the commit's and not the draw's; in the long one (ISOCHRON_TEST_ALL) new ones. `rest`: more of
/// RapidCheck's settings. Counts until the first property of a process, which reads it.
void draw_cases(unsigned seed, const std::string& rest = "");

}  // namespace isochron::testbench
