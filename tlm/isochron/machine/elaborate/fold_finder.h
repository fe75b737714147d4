// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// All chains of `netlist` that can be folded. Those that faults strike cannot, nor can a tail to whose sinks somebody
/// listens: traffic that asks again when something has arrived, requests, and a machine in which sinks, or all that
/// leads to them, can fail.
std::vector<FlatFold> find_folds(const Netlist& netlist);

/// "node[0].raid[0], node[0].raid_pci[0], node[0].raid_bridge[0].link_out[0]": what it consists of, in the order of the
/// data path.
std::string text_of(const FlatFold& fold, const Netlist& netlist);

}  // namespace isochron
