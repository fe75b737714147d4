// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/bounds_text.h>

#include <optional>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/resource_load.h>
#include <isochron/app/text_table.h>
#include <isochron/scenario/units.h>

namespace isochron {

std::string bounds_text(const Machine& machine) {
  const std::vector<ResourceLoad> loads = resource_loads(machine);
  if (loads.empty()) return {};
  const ResourceBound& first = loads.front().bound;
  const std::optional<double> demand = machine.demand();
  const auto [metric, unit] = machine.driver();
  TextTable table({"resource", ">load", ">capacity", ">used", ">" + metric + " at most", "what it is"});
  for (const ResourceLoad& one : loads)
    table.add({one.bound.resource, format_si(one.load, one.bound.unit), format_si(one.bound.capacity, one.bound.unit),
               one.bound.capacity > 0 ? fmt::format("{:.1f} %", 100 * one.used) : "", format_si(one.bound.limit, unit),
               one.bound.description});
  const std::string asked =
      demand ? fmt::format("{}, {:.0f} % of that", format_si(*demand, unit), 100 * *demand / first.limit)
             : "all it can give";
  const std::vector<std::string> drawn = machine.drawn_at_random();
  const std::string means =
      drawn.empty()
          ? ""
          : fmt::format("\n\"At most\" holds in the mean: {} are drawn at random, and a window may have a little more.",
                        fmt::join(drawn, ", "));
  return table.text() + means +
         fmt::format("\nBottleneck: {} ({}) saturates first, at {} = {}; the scenario asks for {}.\n",
                     first.description, first.resource, metric, format_si(first.limit, unit), asked);
}

}  // namespace isochron
