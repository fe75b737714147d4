// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isochron {

/// The candidate nearest to `word` by edit distance (case ignored), or an empty string if none is near enough to be
/// meant.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// What to say to somebody who wrote `word` where only `candidates` are known: "Did you mean `nodes`?" when one is
/// near, "Known are a, b and c" otherwise (the first twelve). Without a trailing full stop.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace isochron
