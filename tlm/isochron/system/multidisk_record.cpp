// SPDX-License-Identifier: Apache-2.0
// What a result of a multidisk server has beside what its parts report.
#include <isochron/system/multidisk_server.h>

#include <algorithm>

namespace isochron {

namespace {

const char* name_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::shared_bus:
      return "shared_bus";
    case Architecture::point_to_point:
      return "point_to_point";
    case Architecture::subsystems:
      return "subsystems";
  }
  return "";
}

const char* summary_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::shared_bus:
      return "Multidisk server: disk nodes on one memory bus";
    case Architecture::point_to_point:
      return "Multidisk server: disk nodes, T9000 links and a C104 crossbar to a server interface processor";
    case Architecture::subsystems:
      return "Multidisk server: processors with local memories, joined by a shared bus (proposed, not measured)";
  }
  return "";
}

}  // namespace

TypeInfo MultidiskServer::type_info(Architecture architecture) {
  MultidiskParameters parameters(architecture);
  return machine_info(
      name_of(architecture), summary_of(architecture),
      "Gennart, Messerli, Hersch, Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage",
      parameters.table(), own_metrics(), metric_rules(architecture));
}

std::vector<StatisticInfo> MultidiskServer::own_metrics() {
  return {
      {"throughput", "B/s", "bytes of strands as stored on the disks, over the time of the last delivery"},
      {"throughput.read", "B/s",
       "of the strands that are read, over the time of the last of them (operation: read_and_resample)"},
      {"throughput.resample", "B/s",
       "of those that are resampled, over the time of the last of them (operation: read_and_resample)"},
      {"completion_time", "s", "from the start to the last delivery"},
      {"delay", "s", "from the request of a strand to its delivery", true},
      {"delay.sd", "s", "standard deviation of the delay over the strands of a replication"},
      {"bytes.in", "B", "asked for"},
      {"bytes.out", "B", "delivered, counted as stored on the disks"},
      {"data.checked", "B",
       "compared: with their stream in every memory and processor (with disk-node interfaces), with what was read in "
       "block movers that count clock edges"},
      {"rtl.cycles", "1", "clock cycles of Verilog (with the same parts)"}};
}

std::vector<MetricRule> MultidiskServer::metric_rules(Architecture architecture) {
  std::vector<MetricRule> rules;
  const auto utilisation = [&rules](const char* metric, const char* instances, const char* doc) {
    rules.push_back({metric, {instances}, {{"utilisation", "1", doc}}});
  };
  utilisation("disk", "node[*].disk[*]", "fraction of time that a disk serves a request");
  utilisation("scsi", "node[*].scsi", "fraction of time that a transfer holds a SCSI bus");
  if (architecture == Architecture::shared_bus)
    utilisation("bus", "mbus", "fraction of time that a transfer holds the shared bus");
  else
    utilisation("bus", "node[*].bus", "fraction of time that a transfer holds a node's memory bus");
  utilisation("processor", "node[*].processor", "fraction of time that a strand has a processor");
  utilisation("compressor", "node[*].compressor", "fraction of time that a strand has a compressor");
  if (architecture == Architecture::point_to_point) {
    utilisation("node_link", "c104.in[*]", "fraction of time that a packet has a node's link");
    utilisation("server_link", "c104.out[*]",
                "fraction of time that a packet has a link of the server interface processor");
    utilisation("server_memory", "server_memory", "fraction of time that a transfer holds the server's memory");
  }
  if (architecture == Architecture::subsystems) {
    utilisation("system_bus", "mbus", "fraction of time that a transfer holds the bus between the subsystems");
    utilisation("mover", "node[*].mover", "fraction of time that a block mover has something to move");
  }
  return rules;
}

void MultidiskServer::record_data(ReplicationRecord& record) const {
  if (!have_data(nodes_) &&
      std::none_of(nodes_.begin(), nodes_.end(), [](const auto& node) { return node->has_clocked_mover(); }))
    return;
  // What reaches a memory is looked at there, and again by each processor that reads it.
  std::uint64_t checked = memory_->checked_bytes();
  std::uint64_t cycles = 0;
  for (const ProcessingUnit* const unit : {network_, server_processor_})
    if (unit != nullptr) checked += unit->checked_bytes();
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) {
    checked += node->checked_bytes();
    cycles += node->cycles();
  }
  single(record, {{"data.checked", "B", ""}, static_cast<double>(checked)});
  single(record, {{"rtl.cycles", "1", ""}, static_cast<double>(cycles)});
  record.rtl_cycles = cycles;
}

void MultidiskServer::add_to(ReplicationRecord& record) const {
  const MultidiskParameters& p = parameters_;
  const auto add = [&record](const char* name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  const double strand = static_cast<double>(p.strand);
  add("throughput", "B/s", strand * static_cast<double>(p.total_strands()) / seconds(completion_));
  if (p.operation == MultidiskParameters::Operation::read_and_resample) {
    const auto rate = [strand](const Deliveries& of) {
      return of.strands == 0 ? 0 : strand * static_cast<double>(of.strands) / seconds(of.last);
    };
    add("throughput.read", "B/s", rate(read_));
    add("throughput.resample", "B/s", rate(resampled_));
  }
  add("completion_time", "s", seconds(completion_));
  add("delay.sd", "s", delay_seconds_.standard_deviation());
  add("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  add("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));
  record_data(record);
  if (p.arrivals == MultidiskParameters::Arrivals::regular) record.flows["strands"] = backlog_.sample("B");
  record.histograms["delay"] = delays_.sample();
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
}

}  // namespace isochron
