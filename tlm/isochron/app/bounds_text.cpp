// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/bounds_text.h>

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/text_table.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// bytes/s that the resource must carry at what the scenario asks for; of a scenario that asks for all it can get, what
/// it carries when the tightest bound is reached.
double load_of(const ResourceBound& bound, const ResourceBound& tightest, bool asks_for_all) {
  if (!asks_for_all) return bound.load;
  return bound.limit > 0 ? bound.capacity * tightest.limit / bound.limit : 0;
}

}  // namespace

std::string bounds_text(const Machine& machine) {
  std::vector<ResourceBound> bounds = machine.bounds();
  if (bounds.empty()) return {};
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const ResourceBound& one, const ResourceBound& other) { return one.limit < other.limit; });
  const ResourceBound& first = bounds.front();
  const std::optional<double> demand = machine.demand();
  const auto [metric, unit] = machine.driver();
  TextTable table({"resource", ">load", ">capacity", ">used", ">" + metric + " at most", "what it is"});
  for (const ResourceBound& bound : bounds) {
    const double load = load_of(bound, first, !demand);
    table.add({bound.resource, format_si(load, "B/s"), format_si(bound.capacity, "B/s"),
               bound.capacity > 0 ? fmt::format("{:.1f} %", 100 * load / bound.capacity) : "",
               format_si(bound.limit, unit), bound.description});
  }
  const std::string asked =
      demand ? fmt::format("{}, {:.0f} % of that", format_si(*demand, unit), 100 * *demand / first.limit)
             : "all it can give";
  return table.text() + fmt::format("\nBottleneck: {} ({}) saturates first, at {} = {}; the scenario asks for {}.\n",
                                    first.description, first.resource, metric, format_si(first.limit, unit), asked);
}

}  // namespace isochron
