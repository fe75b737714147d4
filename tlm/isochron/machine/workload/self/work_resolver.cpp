// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/self/work_resolver.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/workload/pipeline/pipeline_workload.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Of a part that begins work that is handed on, and another one with work of its own.
InputError two_kinds(const Netlist& netlist) {
  const FlatPart &first = netlist.parts[netlist.workloads.of<FlatWork>()[0].part],
                 &second = netlist.parts[netlist.workloads.of<FlatWork>()[1].part];
  return InputError(second.position,
                    fmt::format("`{}` and `{}` both have work of their own, which cannot be counted together",
                                first.path, second.path),
                    "Leave one of them out");
}

}  // namespace

void resolve_work(const MachineFile& file, Netlist& netlist) {
  for (std::size_t p = 0; p < netlist.parts.size(); ++p)
    if (const auto* const working = netlist.parts[p].config->as<WorkingPart>())
      netlist.workloads.of<FlatWork>().push_back({p, working->own_work()});
  if (netlist.workloads.of<FlatWork>().empty()) return;
  const auto with_end = std::find_if(netlist.workloads.of<FlatWork>().begin(), netlist.workloads.of<FlatWork>().end(),
                                     [](const FlatWork& one) { return one.work.has_end(); });
  if (with_end != netlist.workloads.of<FlatWork>().end() && !file.until_done) {
    const FlatPart& part = netlist.parts[with_end->part];
    throw InputError(
        part.position,
        fmt::format("`{}`, a `{}`, has work of its own: the machine runs until it is done, and not for a time",
                    part.path, part.type),
        "Add `runs: until_done`");
  }
  if (hands_work_over(netlist) && netlist.workloads.of<FlatWork>().size() > 1) throw two_kinds(netlist);
}

void require_end(const MachineFile& file, const Netlist& netlist) {
  const auto& all = netlist.workloads.of<FlatWork>();
  if (!file.until_done && std::any_of(all.begin(), all.end(), [](const FlatWork& one) { return one.work.measured; }))
    return;
  for (const WorkloadKind* const kind : workload_kinds())
    if (kind->is_in(netlist) && (kind != &self_kind() || kind->has_end(netlist))) return;
  if (!self_kind().is_in(netlist)) return;
  const FlatPart& first = netlist.parts[all.front().part];
  if (all.front().work.measured)
    throw InputError(
        first.position,
        fmt::format("`{}`, a `{}`, has work without end: the machine would never be done", first.path, first.type),
        "Leave `runs: until_done` out");
  throw InputError(first.position,
                   fmt::format("`{}`, a `{}`, goes on until the others have done their work, and there is none",
                               first.path, first.type),
                   fmt::format("Add a part that has work with an end: {}",
                               fmt::join(names_of_types([](const PartConfig& part) {
                                           const auto* const working = part.as<WorkingPart>();
                                           return working != nullptr && working->own_work().has_end();
                                         }),
                                         ", ")));
}

}  // namespace isochron
