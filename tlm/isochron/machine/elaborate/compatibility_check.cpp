// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/compatibility_check.h>

#include <fmt/format.h>

#include <isochron/part/connections.h>

namespace isochron {

void check_compatibility(const Netlist& netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const Connections around(netlist, p);
    if (const auto error = around.config().compatibility_error(around))
      around.refuse(fmt::format("`{}`: {}", around.path(), error->cause), error->remedy);
  }
}

}  // namespace isochron
