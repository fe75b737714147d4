// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace isochron {

/// Reads a result that `isochron run --json` wrote. Throws FileError; InputError with line and column when it is not
/// JSON or not a result.
nlohmann::ordered_json read_result(const std::string& file);

}  // namespace isochron
