// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/compatibility_check.h>

#include <fmt/format.h>

#include <isochron/machine/elaborate/connections.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

void check_compatibility(const Netlist& netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    if (const std::optional<CompatibilityError> compatibility_error =
            part.config->compatibility_error(Connections(netlist, p)))
      throw InputError(part.position, fmt::format("`{}`: {}", part.path, compatibility_error->cause),
                       compatibility_error->remedy);
  }
}

}  // namespace isochron
