// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_machine.h>

#include <algorithm>
#include <cmath>

#include <isochron/system/effort.h>
#include <isochron/system/multidisk_server.h>

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

/// The figures of a result; MultidiskServer::record() fills them.
std::vector<StatisticInfo> metrics(Architecture architecture) {
  std::vector<StatisticInfo> list = {
      {"throughput", "B/s", "bytes of strands as stored on the disks, over the time of the last delivery"},
      {"throughput.read", "B/s",
       "of the strands that are read, over the time of the last of them (operation: read_and_resample)"},
      {"throughput.resample", "B/s",
       "of those that are resampled, over the time of the last of them (operation: read_and_resample)"},
      {"completion_time", "s", "from the start to the last delivery"},
      {"delay", "s", "from the request of a strand to its delivery"},
      {"delay.sd", "s", "standard deviation of the delay over the strands of a replication"},
      {"bytes.in", "B", "asked for"},
      {"bytes.out", "B", "delivered, counted as stored on the disks"},
      {"data.checked", "B", "compared with their stream, in every memory and processor (with disk-node interfaces)"},
      {"rtl.cycles", "1", "clock cycles of Verilog (with disk-node interfaces)"}};
  const auto utilisation = [&list](const char* part, const char* doc) {
    list.push_back({std::string(part) + ".utilisation", "1", doc});
  };
  utilisation("disk", "fraction of time that a disk serves a request");
  utilisation("scsi", "fraction of time that a transfer holds a SCSI bus");
  utilisation("bus", architecture == Architecture::shared_bus
                         ? "fraction of time that a transfer holds the shared bus"
                         : "fraction of time that a transfer holds a node's memory bus");
  utilisation("processor", "fraction of time that a strand has a processor");
  utilisation("compressor", "fraction of time that a strand has a compressor");
  if (architecture == Architecture::point_to_point) {
    utilisation("node_link", "fraction of time that a packet has a node's link");
    utilisation("server_link", "fraction of time that a packet has a link of the server interface processor");
    utilisation("server_memory", "fraction of time that a transfer holds the server's memory");
  }
  if (architecture == Architecture::subsystems) {
    utilisation("system_bus", "fraction of time that a transfer holds the bus between the subsystems");
    utilisation("mover", "fraction of time that a block mover has something to move");
  }
  return list;
}

}  // namespace

TypeInfo MultidiskMachine::type_info(Architecture architecture) {
  TypeInfo info;
  info.name = name_of(architecture);
  info.kind = "system";
  info.summary = summary_of(architecture);
  info.source =
      "Gennart, Messerli, Hersch, Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage";
  info.metrics = metrics(architecture);
  MultidiskParameters parameters(architecture);
  info.describe_parameters(parameters.table());
  return info;
}

std::optional<std::uint64_t> MultidiskMachine::completes_in() const {
  const MultidiskParameters& p = parameters_;
  double slowest = 0;
  if (p.arrivals == MultidiskParameters::Arrivals::regular)
    slowest = std::ceil(static_cast<double>(p.total_strands()) / static_cast<double>(p.group)) * seconds(p.interval);
  const double bytes = static_cast<double>(p.strand) * static_cast<double>(p.total_strands());
  for (const ResourceBound& bound : p.bounds()) slowest = std::max(slowest, bytes / bound.limit);
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, slowest * 1.1 + 0.1) * 1e12);
}

Topology MultidiskMachine::topology() const {
  const MultidiskParameters& p = parameters_;
  Topology drawing;
  const auto part = [&](const std::string& name, const char* type) { drawing.parts.push_back({name, type}); };
  const auto edge = [&](const std::string& from, const std::string& to, const char* label) {
    drawing.edges.push_back({from, to, label});
  };
  for (unsigned n = 0; n < p.nodes; ++n) {
    const std::string node = "node[" + std::to_string(n) + "].";
    const bool own_bus = p.architecture != Architecture::shared_bus;
    const std::string bus = own_bus ? node + "bus" : "mbus";
    for (unsigned d = 0; d < p.disks_per_node; ++d) {
      const std::string disk = node + "disk[" + std::to_string(d) + "]";
      part(disk, "disk");
      edge(disk, node + "scsi", "scsi");
    }
    part(node + "scsi", "fifo_bus");
    part(node + "controller", "scsi_controller");
    part(node + "disk_node", "disk_node");
    part(node + "processor", "processing_unit");
    part(node + "compressor", "processing_unit");
    edge(node + "scsi", node + "controller", "scsi");
    for (const char* const master : {"processor", "compressor"}) edge(node + master, bus, "memory bus");
    if (!p.disks_on_shared_bus()) edge(node + "controller", bus, "memory bus");
    if (own_bus) {
      part(bus, "fifo_bus");
      part(node + "memory", "memory");
      edge(bus, node + "memory", "memory bus");
    }
    if (p.architecture == Architecture::point_to_point) {
      part(node + "link", "link_engine");
      edge(node + "link", bus, "memory bus");
      edge(node + "link", "c104", "transputer link");
    }
    if (p.architecture == Architecture::subsystems) {
      const bool bursts = p.moves_in_bursts();
      part(node + "mover", bursts ? "block_mover" : "strand_mover");
      if (bursts && !p.disks_on_shared_bus())
        edge(node + "mover", bus, "memory bus");
      else
        edge(node + "mover", node + "memory", "memory port");
      edge(node + "mover", "mbus", "shared bus");
      if (p.disks_on_shared_bus() && bursts) {
        part(node + "buffer", "memory");
        edge(node + "controller", node + "buffer", "memory port");
        edge("mbus", node + "buffer", "shared bus");
      } else if (p.disks_on_shared_bus()) {
        edge(node + "controller", "mbus", "shared bus");
        edge("mbus", node + "memory", "shared bus");
      }
    }
  }
  part("source", "strand_source");
  part("memory", "memory");
  const bool links = p.architecture == Architecture::point_to_point;
  if (p.operation == MultidiskParameters::Operation::read_protocol_network &&
      p.architecture != Architecture::subsystems) {
    part("network", "processing_unit");
    edge("network", links ? "server_memory" : "mbus", "memory bus");
    if (links) {
      part("server_processor", "processing_unit");
      edge("server_processor", "server_memory", "memory bus");
    }
  }
  if (links) {
    part("c104", "c104_crossbar");
    part("server_memory", "fifo_bus");
    for (unsigned l = 0; l < p.server_links; ++l) {
      const std::string port = "server_port[" + std::to_string(l) + "]";
      part(port, "server_port");
      edge("c104", port, "transputer link");
      edge(port, "server_memory", "memory bus");
    }
    edge("server_memory", "memory", "memory bus");
  } else {
    part("mbus", "fifo_bus");
    edge("mbus", "memory", "memory bus");
  }
  return drawing;
}

ReplicationRecord MultidiskMachine::run(const MeasurePlan& plan, InstanceOverrides& overrides,
                                        const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  const Effort effort;
  MultidiskServer server(parameters_, plan.seed, overrides);
  if (trace != nullptr) trace->open();
  server.run(progress, trace);
  if (trace != nullptr) trace->close();
  ReplicationRecord record = server.record();
  effort.store(record);
  return record;
}

std::vector<ProbeInfo> MultidiskMachine::probes(InstanceOverrides& overrides) const {
  const MultidiskServer server(parameters_, 1, overrides);
  ProbeList list;
  list.collect();
  return list.infos();
}

}  // namespace isochron
