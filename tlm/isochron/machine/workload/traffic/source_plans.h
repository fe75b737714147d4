// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// Load of source number `number` of the traffic at `rate`, which is one of the traffic's.
SourceLoad source_load(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number, const Number& rate,
                       std::uint64_t seed);

/// Plans what the sources of a netlist generate.
void add_source_plans(Netlist& netlist, std::uint64_t seed);

/// Bytes of the largest message, 1 or more.
std::size_t largest_message(const Netlist& netlist);

}  // namespace isochron
