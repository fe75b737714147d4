// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/scenario/scenario.h>

namespace isochron {

/// The keys by which a map describes a band: between, at_least, at_most, within, plus_minus.
const std::vector<std::string>& band_keys();

/// Reads those keys of `node`, a map; others are left to the caller. `name` is what messages call the map.
/// Throws InputError: not a number, wrong unit, limits the wrong way round, a tolerance that is negative.
Band read_band(const YamlNode& node, const std::string& name);

/// A number with or without unit; throws InputError.
Limit read_limit(const YamlNode& node, const std::string& name);

/// The limit in `unit`, a metric's. Throws InputError when it has another unit, or none: only 0, and a figure without
/// unit, go without.
double limit_in(const Limit& limit, const std::string& unit);

}  // namespace isochron
