// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace isochron {

/// Mean of the values, and half the width of its Student-t confidence interval (none for a single value).
struct Estimate {
  double mean = 0;
  std::optional<double> half_width;
};

/// `confidence` lies between 0 and 1. `values` must not be empty.
/// Source: Law and Kelton, Simulation Modeling and Analysis, section 4.5.
Estimate estimate(const std::vector<double>& values, double confidence);

}  // namespace isochron
