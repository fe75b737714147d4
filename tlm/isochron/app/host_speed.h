// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Events a second of processor time that this build simulates of the SeaChange cluster on this computer. Measured the
/// first time, in a fraction of a second, and kept for later in `isochron/speed.json` of the user's cache folder
/// ($XDG_CACHE_HOME, else ~/.cache); where nothing can be kept it is measured each time. Throws ModelError,
/// Interrupted.
double host_events_per_second();

}  // namespace isochron
