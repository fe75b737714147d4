// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// SHA-256 of the bytes, in hexadecimal. Source: FIPS 180-4.
std::string sha256(const std::string& bytes);

}  // namespace isochron
