// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isochron {

/// Reads a seed exactly as it is written: a whole number from 0 to 2^64 - 1, in decimal digits without leading zeros.
/// Throws ValueError.
std::uint64_t parse_seed(const std::string& text);

}  // namespace isochron
