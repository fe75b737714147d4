// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Whether what can be computed is simulated all the same.
enum class Folding { off, on };

}  // namespace isochron
