// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace isochron {

/// Bytes as text, RFC 4648, section 4.
std::string to_base64(std::string_view bytes);

}  // namespace isochron
