// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "shell/register_table.h"

namespace isochron::rtl {

/// The registers of disk_node.rdl.
const std::vector<RegisterRow>& node_register_table();

}  // namespace isochron::rtl
