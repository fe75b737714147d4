// SPDX-License-Identifier: Apache-2.0
#include "system/voyager_run.h"

#include <string>

#include "support/child_process.h"
#include "support/no_overrides.h"
#include "system/outcome_bytes.h"

namespace isochron::testbench {

Figures run_voyager(const VoyagerRun& run) {
  const std::string bytes = run_in_child([&run] {
    NoOverrides none;
    Voyager machine(run.parameters, run.seed, none);
    machine.run_to(run.warm_up);
    machine.start_window();
    machine.run_to(run.warm_up + run.duration);
    const ReplicationRecord record = machine.record();
    Figures figures = figures_of(record);
    if (const auto flow = record.flows.find("streams"); flow != record.flows.end()) {
      figures["flow.generated"] = flow->second.generated;
      figures["flow.delivered"] = flow->second.delivered;
      figures["flow.lost"] = flow->second.lost;
      figures["flow.backlog"] = flow->second.backlog_end;
    }
    figures["events"] = static_cast<double>(machine.events());
    figures["inside"] = static_cast<double>(machine.packets_inside());
    figures["blocks"] = static_cast<double>(machine.blocks_under_way());
    figures["payloads"] = static_cast<double>(machine.payloads());
    OutcomeWriter writer;
    writer.figures(figures);
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

VoyagerParameters one_node(StreamAction action, std::uint64_t count, std::uint64_t packet) {
  VoyagerParameters p;
  p.thin_nodes = 1;
  p.streams.groups[0].count = count;
  p.streams.groups[0].packet = packet;
  p.streams.groups[0].action = action;
  return p;
}

}  // namespace isochron::testbench
