// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// The parts that match, in the machine's order. Throws InputError where there is none.
std::vector<std::size_t> matching(const std::vector<FlatPart>& parts, const PathPattern& pattern);

/// The parts that the first pattern matches, then what each of the others matches beside. Throws InputError where one
/// matches none.
std::vector<std::size_t> matching(const std::vector<FlatPart>& parts, const PathPatterns& patterns);

/// Where the pattern stands that a part was matched by.
const SourcePosition& position_of(const FlatPart& part, const PathPatterns& patterns);

}  // namespace isochron
