// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <isochron/scenario/result.h>

namespace isochron {

/// The result as tables: file name (metrics.csv, components.csv, published.csv, series.csv, histograms.csv) -> text.
/// Names and units are those of the JSON document; a column for each varied parameter comes first.
std::map<std::string, std::string> to_csv(const Result& result);

}  // namespace isochron
