// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <isochron/compose/netlist.h>

namespace isochron {

/// The parts that match, in the machine's order. Throws InputError where there is none.
std::vector<std::size_t> matching(const std::vector<FlatPart>& parts, const PathPattern& pattern);

}  // namespace isochron
