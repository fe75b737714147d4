// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace isochron {

/// Reads a JSON text into a document that keeps the order of its keys, in a time that is proportional to its length;
/// `file` is what messages call it. Throws InputError with line and column: not JSON, a number that a double cannot
/// hold, a key that is given twice, nested deeper than 32.
nlohmann::ordered_json read_json(const std::string& text, const std::string& file);

}  // namespace isochron
