// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron::cosim {

/// Tells the models' library which implementations of blocks this program has; before a scenario is read.
void offer_implementations();

}  // namespace isochron::cosim
