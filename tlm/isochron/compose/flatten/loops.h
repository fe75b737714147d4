// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isochron/compose/machine_file.h>

namespace isochron {

/// Counts the variables of `loop` through, the last one fastest, and calls `body` where its condition holds; meanwhile
/// they are in `names`. Throws InputError where a variable hides another name, and where a limit is no count.
void for_each(const Loop& loop, Names& names, const std::function<void()>& body);

/// Calls `body` with every index of an array of these sizes, the last dimension fastest; once, with none, without
/// sizes.
void for_each_index(const std::vector<std::uint64_t>& sizes,
                    const std::function<void(const std::vector<std::uint64_t>&)>& body);

}  // namespace isochron
