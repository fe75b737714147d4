// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Makes the SystemC modules of a machine's parts, in its order. `built` is called after each with its number; it may
/// be empty.
void build_parts(const Netlist& netlist, Assembly& machine, BuildContext& around,
                 const std::function<void(std::size_t)>& built = {});
/// Joins their ports.
void bind_parts(const Netlist& netlist, Assembly& machine);

}  // namespace isochron
