// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace isochron {

/// SHA-256 of the bytes, as 64 hexadecimal digits. Source: FIPS 180-4.
std::string sha256(std::string_view bytes);

}  // namespace isochron
