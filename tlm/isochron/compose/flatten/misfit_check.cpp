// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flatten/misfit_check.h>

#include <fmt/format.h>

#include <isochron/compose/neighbours.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

void check_misfits(const Netlist& netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    if (const std::optional<Misfit> misfit = part.config->misfit(Neighbours(netlist, p)))
      throw InputError(part.position, fmt::format("`{}`: {}", part.path, misfit->cause), misfit->remedy);
  }
}

}  // namespace isochron
