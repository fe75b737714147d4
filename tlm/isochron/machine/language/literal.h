// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/language/value.h>

namespace isochron {

/// A value as a machine file has it, exact: "240 MB/s", "(80 MB/s / 7)", "true".
std::string literal(const Number& number);
std::string literal(const Value& value);
/// Whether a file can have it: not the numbers that are too large to be read.
bool has_literal(const Value& value);

/// A text between quotes, as YAML reads it.
std::string quoted_text(const std::string& text);

}  // namespace isochron
