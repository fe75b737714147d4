// SPDX-License-Identifier: Apache-2.0
#include "node_register_table.h"

namespace isochron::rtl {

const std::vector<RegisterRow>& node_register_table() {
  static const std::vector<RegisterRow> table{
#include "node_register_table.inc"
  };
  return table;
}

}  // namespace isochron::rtl
