// SPDX-License-Identifier: Apache-2.0
#include "systems/voyager/voyager_run.h"

#include <memory>
#include <string>

#include <isochron/machine/composed_machine.h>
#include <isochron/net/message_channel.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/protocol_stack.h>
#include <isochron/software/voyager/raw_writer.h>

#include "support/child_process.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {

namespace {

// Lanes of a thin node's Microchannel.
constexpr unsigned from_atm = 2, to_atm = 3;

/// The part of `node`, "thin[0]", of this name; nullptr: it has none.
template <class Part>
Part* part_of(const std::string& node, const char* name) {
  return dynamic_cast<Part*>(sc_core::sc_find_object((node + "." + name).c_str()));
}

void add_inside(const VoyagerCase& p, Figures& figures) {
  std::uint64_t packets = 0, blocks = 0;
  const auto add_writer = [&blocks](const std::string& node) {
    if (const auto* const writer = part_of<RawWriter>(node, "writer")) blocks += writer->disks();
  };
  for (std::uint64_t n = 0; n < p.thin_nodes; ++n) {
    const std::string node = "thin[" + std::to_string(n) + "]";
    add_writer(node);
    const auto* const stack = part_of<ProtocolStack>(node, "stack");
    if (stack == nullptr) continue;
    const auto* const microchannel = part_of<MessageChannel>(node, "microchannel");
    packets += stack->inside() + part_of<MessageChannel>(node, "atm")->inside();
    // Blocks cross the Microchannel, too.
    packets += microchannel->inside(from_atm) + microchannel->inside(to_atm);
    blocks += part_of<MediaDaemon>(node, "daemon")->blocks_under_way();
  }
  for (std::uint64_t n = 0; n < p.wide_nodes; ++n) add_writer("wide[" + std::to_string(n) + "]");
  figures["inside"] = static_cast<double>(packets);
  figures["blocks"] = static_cast<double>(blocks);
}

}  // namespace

Figures run_voyager(const VoyagerRun& run) {
  const std::string bytes = run_in_child([&run] {
    const std::unique_ptr<MachineDescription> description = run.parameters.machine();
    const std::unique_ptr<MachineSimulation> machine =
        dynamic_cast<const ComposedMachine&>(*description).build(run.seed);
    machine->run_to(run.warm_up);
    machine->start_window();
    machine->run_to(run.warm_up + run.duration);
    const ReplicationRecord record = machine->record();
    Figures figures = figures_of(record);
    if (const auto flow = record.flows.find("streams"); flow != record.flows.end()) {
      figures["flow.generated"] = flow->second.generated;
      figures["flow.delivered"] = flow->second.delivered;
      figures["flow.lost"] = flow->second.lost;
      figures["flow.backlog"] = flow->second.backlog_end;
    }
    figures["events"] = static_cast<double>(machine->events());
    figures["payloads"] = static_cast<double>(machine->payloads());
    add_inside(run.parameters, figures);
    OutcomeWriter writer;
    writer.figures(figures);
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

VoyagerCase one_node(StreamAction action, std::uint64_t count, std::uint64_t packet) {
  VoyagerCase p;
  p.thin_nodes = 1;
  p.streams.groups[0].count = count;
  p.streams.groups[0].packet = packet;
  p.streams.groups[0].action = action;
  return p;
}

}  // namespace isochron::testbench
