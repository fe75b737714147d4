// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Turns of all loops of a machine together, also those that `when` leaves out.
inline constexpr std::uint64_t most_turns = 2'000'000;

/// Counts the turns of `loop`, at every level of it, and adds them to `turns`. Throws InputError where a variable hides
/// another name, where a limit is no count, and where there are more than `most_turns`, before it has counted to them.
/// Returns those of the innermost level: how often for_each() calls its body if no condition leaves one out.
std::uint64_t add_turns(const Loop& loop, Names& names, std::uint64_t& turns);

/// Counts the variables of `loop` through, the last one fastest, and calls `body` where its condition holds; meanwhile
/// they are in `names`. Throws InputError as add_turns() does, which is to be called before.
void for_each(const Loop& loop, Names& names, const std::function<void()>& body);

/// Elements of an array of these sizes; more than `most`: `most` + 1.
std::uint64_t elements(const std::vector<std::uint64_t>& sizes, std::uint64_t most);

/// Calls `body` with every index of an array of these sizes, the last dimension fastest; once, with none, without
/// sizes.
void for_each_index(const std::vector<std::uint64_t>& sizes,
                    const std::function<void(const std::vector<std::uint64_t>&)>& body);

}  // namespace isochron
