// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// A interconnect that a transfer passes.
struct InterconnectHop {
  std::size_t part = 0;
  PortRef input;
  PortRef output;
};

/// The interconnects between an output and the part where a transfer ends.
struct TransferPath {
  std::vector<InterconnectHop> hops;
  std::size_t end = 0;  ///< part
};

/// From an output to what its part reads or writes there, over each bus by the window that its master works on.
/// nullopt: to nothing, or by a crossbar, where each transfer has its own way. Throws InputError where a window does
/// not exist, and where buses lead to each other in a cycle.
std::optional<TransferPath> path_to_target(const Netlist& netlist, std::size_t part, const PortRef& output, bool write);

/// From an output to the part `goal` over interconnects alone, by the first outputs that lead there; nullopt: by none.
std::optional<TransferPath> path_to_part(const Netlist& netlist, std::size_t part, const PortRef& output,
                                         std::size_t goal);

}  // namespace isochron
