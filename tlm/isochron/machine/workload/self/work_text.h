// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// Work of parts' own as comments of a machine file: parts have it by their parameters. Empty: there is none.
std::string work_text(const Netlist& netlist);

}  // namespace isochron
