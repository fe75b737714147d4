// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/scenario/result.h>

namespace isochron {

/// The result for the screen: metrics with their intervals, the table against the paper, what it cost.
/// A series of points is shown by `driver`, the metric that the machine is driven by, and by the figures `more`
/// ("streams.underrun"). With `only` these figures are shown, beside the driver of a series.
std::string result_report(const Result& result, const std::string& driver, const std::vector<std::string>& more,
                          const std::vector<std::string>& only = {});

/// A figure with its unit, and limits of a band: "119.500 MB/s to 122.000 MB/s", "at least 0.1000".
std::string band_text(const std::optional<double>& low, const std::optional<double>& high, const std::string& unit);

}  // namespace isochron
