// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/bounds_text.h>

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/resource_load.h>
#include <isochron/app/text_table.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

std::string at_most(const std::string& metric, double value, const std::string& unit) {
  return fmt::format("{} = {}", metric, format_si(value, unit));
}

/// Of each of several works: what it asks for and the first resource that holds it back.
std::string workloads_text(const MachineDescription& machine) {
  const std::vector<WorkloadBound> workloads = machine.workloads();
  if (workloads.size() < 2) return {};
  const std::string unit = machine.driver().second;
  TextTable table({"of several", ">asks for", ">at most", "held back by"});
  for (const WorkloadBound& one : workloads)
    table.add({one.metric, one.asked ? format_si(*one.asked, unit) : "all it can get",
               one.resource.empty() ? "any" : format_si(one.limit, unit), one.resource});
  return "\n" + table.text();
}

}  // namespace

std::string bounds_text(const MachineDescription& machine) {
  const std::vector<ResourceLoad> loads = resource_loads(machine);
  if (loads.empty()) return {};
  const ResourceBound& first = loads.front().bound;
  const std::optional<double> demand = machine.demand();
  const auto [metric, unit] = machine.driver();
  const auto metric_of = [&metric = metric](const ResourceBound& bound) {
    return bound.metric.empty() ? metric : bound.metric;
  };
  const bool one_metric = std::all_of(
      loads.begin(), loads.end(), [&](const ResourceLoad& one) { return metric_of(one.bound) == metric_of(first); });
  TextTable table(
      {"resource", ">load", ">capacity", ">used", one_metric ? ">" + metric + " at most" : "at most", "what it is"});
  for (const ResourceLoad& one : loads) {
    const ResourceBound& bound = one.bound;
    table.add({bound.resource, format_si(bound.load, bound.unit), format_si(bound.capacity, bound.unit),
               bound.capacity > 0 ? fmt::format("{:.1f} %", 100 * one.used) : "",
               one_metric ? format_si(bound.limit, unit) : at_most(metric_of(bound), bound.limit, unit),
               bound.description});
  }
  const std::string asked =
      demand ? fmt::format("{}, {:.0f} % of that", format_si(*demand, unit), 100 * *demand / first.limit)
             : "all it can give";
  const std::vector<std::string> drawn = machine.drawn_at_random();
  const std::string means =
      drawn.empty()
          ? ""
          : fmt::format("\n\"At most\" holds in the mean: {} are drawn at random, and a window may have a little more.",
                        fmt::join(drawn, ", "));
  return table.text() + workloads_text(machine) + means +
         fmt::format("\nBottleneck: {} ({}) saturates first, at {}; the scenario asks for {}.\n", first.description,
                     first.resource, at_most(metric, first.limit, unit), asked);
}

}  // namespace isochron
