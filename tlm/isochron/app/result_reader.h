// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace isochron {

/// Reads a result that `isochron run --json` wrote. Throws FileError; InputError when it is not JSON (with line
/// and column), not a result, or too large for the memory.
nlohmann::ordered_json read_result(const std::string& file);

}  // namespace isochron
