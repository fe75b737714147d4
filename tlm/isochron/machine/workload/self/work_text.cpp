// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/self/work_text.h>

#include <fmt/format.h>

#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::string text_of(const FlatWork& work, const Netlist& netlist) {
  const std::string bytes = format_value(work.work.bytes, Quantity::bytes);
  const auto interval = static_cast<std::uint64_t>(work.work.interval * 1e12);
  if (!work.work.has_end() && interval == 0) return fmt::format("# {}: without end\n", netlist.parts[work.part].path);
  return fmt::format("# {}: {}, bytes: {}\n", netlist.parts[work.part].path,
                     work.work.has_end() ? fmt::format("rounds: {}", work.work.rounds)
                                         : fmt::format("every: {}", format_value(interval, Quantity::duration)),
                     bytes);
}

}  // namespace

std::string work_text(const Netlist& netlist) {
  std::string text;
  for (const FlatWork& work : netlist.workloads.of<FlatWork>()) text += text_of(work, netlist);
  return text.empty() ? text : "# work of parts' own, as their parameters say:\n" + text;
}

}  // namespace isochron
