// SPDX-License-Identifier: Apache-2.0
#include "register_table.h"

namespace isochron::rtl {

const std::vector<RegisterRow>& register_table() {
  static const std::vector<RegisterRow> table{
#include "register_table.inc"
  };
  return table;
}

}  // namespace isochron::rtl
