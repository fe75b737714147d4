// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/compose/netlist.h>

namespace isochron {

/// Plans what the sources of a netlist generate.
void add_source_plans(Netlist& netlist, std::uint64_t seed);

/// Bytes of the largest message, 1 or more.
std::size_t largest_message(const Netlist& netlist);

}  // namespace isochron
