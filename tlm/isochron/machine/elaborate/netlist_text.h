// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// A machine as `explain --netlist` prints it: every part by its path, every connection, traffic and jobs in full. It
/// is a machine file itself, and the machine is the same. `netlist` is that of `file` with its parameters as
/// `parameters` says; comments list its folds.
std::string netlist_text(const MachineFile& file, const Names& parameters, const Netlist& netlist);

}  // namespace isochron
