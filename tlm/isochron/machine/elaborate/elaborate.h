// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/instance_overrides.h>

namespace isochron {

/// More parts than a machine may have.
inline constexpr std::size_t most_parts = 250'000;

/// Works a machine file out with the values of its parameters: types and arrays become parts, paths become connections,
/// patterns become lists. Settings of single parts are taken from `overrides`. Throws InputError, with the place in the
/// file, of whatever does not fit. `file` must outlive the netlist, whose traffic refers to its declaration.
Netlist elaborate(const MachineFile& file, const Names& parameters, InstanceOverrides* overrides = nullptr);

}  // namespace isochron
