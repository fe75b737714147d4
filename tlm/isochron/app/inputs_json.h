// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace isochron {

/// The files of InputFiles: each path as it was opened, with the SHA-256 of what was read; null for one that was looked
/// for and is not there, or that cannot be read.
nlohmann::ordered_json inputs_json();

}  // namespace isochron
