// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// A traffic as a line of a machine file, with all its options as they are where its machine has these parameters, and
/// its sources as comments.
std::string traffic_text(const FlatTraffic& traffic, const Netlist& netlist, const Names& parameters);

}  // namespace isochron
