// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <isochron/scenario/result.h>

namespace isochron {

/// The result as the document `isochron.result/1`; result.schema.json describes it.
nlohmann::ordered_json to_json(const Result& result);

/// A parameter's value in SI units: a number, true or false, a name, a list.
nlohmann::ordered_json to_json(const ParameterValue& value, Quantity quantity);

}  // namespace isochron
