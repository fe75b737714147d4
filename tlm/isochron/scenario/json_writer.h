// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace isochron {

/// A number as results carry it: nine significant digits, '.' in every locale, the same text on every machine.
std::string result_number(double value);

/// JSON text of a document, indented by two, with floating-point numbers by `result_number` and not-a-number as null.
/// A list or map of nothing but numbers, texts and flags stands on one line when that line is short.
std::string write_json(const nlohmann::ordered_json& document);

}  // namespace isochron
