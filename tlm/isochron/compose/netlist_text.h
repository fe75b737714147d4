// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/compose/netlist.h>

namespace isochron {

/// A machine part by part, with all parameters, and connection by connection, as YAML for people and programs.
std::string netlist_text(const Netlist& netlist);

}  // namespace isochron
