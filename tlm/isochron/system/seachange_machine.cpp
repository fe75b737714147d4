// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_machine.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/system/effort.h>
#include <isochron/system/seachange_cluster.h>

namespace isochron {

namespace {

/// The figures of a result; SeachangeCluster::record() fills them.
std::vector<StatisticInfo> metrics() {
  std::vector<StatisticInfo> list = {
      {"raid.bandwidth", "B/s", "of a RAID controller: bytes that its PCI bus has moved"},
      {"node.bandwidth", "B/s", "of a node: sum over its RAID controllers"},
      {"delivered.bandwidth", "B/s", "of the cluster: bytes arrived at GigE cards, a rebuilt unit once"},
      {"rebuilt.bandwidth", "B/s", "of the cluster: the rebuilt part of it (with failed_nodes)"},
      {"bytes.in", "B", "sent by RAID controllers since the simulation began"},
      {"bytes.out", "B", "arrived at GigE cards since the simulation began"},
      {"delay", "s", "from the request of an I/O to the arrival of each of its messages"},
      {"data.checked", "B", "compared with their streams at GigE cards since the simulation began (with block movers)"},
      {"rtl.cycles", "1", "clock cycles of Verilog since the simulation began (with block movers)"},
      {"streams.count", "1", "streams (with streams.count)"},
      {"streams.played", "1", "streams without a late message"},
      {"streams.underrun", "1", "streams with a late message"},
      {"streams.late_messages", "1", "messages that came after their time"}};
  for (const char* const stage : {"raid_to_pci", "sf_raid", "sf_to_ib_side", "ib_pci_out", "ib_link", "ib_pci_in",
                                  "sf_from_ib_side", "sf_to_gige", "gige_pci"}) {
    const std::string name = stage;
    list.push_back(
        {name + ".utilisation", "1", "fraction of time with a transfer on the stage's link or place on the bus"});
    list.push_back(
        {name + ".wait_link", "1", "fraction of time with a message at the head and the link or place taken"});
    list.push_back(
        {name + ".wait_buffer", "1", "fraction of time with a message at the head that lacks only the next buffer"});
    list.push_back({name + ".queue_depth", "1", "messages in the stage's queue, mean over time"});
  }
  list.push_back(
      {"disks.utilisation", "1", "fraction of time that an I/O passes a controller's disks (with disk_rate)"});
  list.push_back({"disks.queue_depth", "1", "I/Os past their delay that wait for the disks, mean over time"});
  list.push_back({"gige.utilisation", "1", "fraction of time that a card's buffer is taken (with gige.rate)"});
  list.push_back({"gige.on_wire", "1", "fraction of time that a card sends"});
  list.push_back({"gige.withheld", "1", "fraction of time with a message that waits for a card's buffer"});
  for (const char* const bus : {"raid_pci", "ib_pci", "gige_pci"}) {
    const std::string name = bus;
    if (name != "gige_pci") list.push_back({name + ".utilisation", "1", "fraction of time with a message on the bus"});
    list.push_back({name + ".contended", "1", "fraction of time with two or more messages on the bus"});
    list.push_back({name + ".overhead", "1", "fraction of time spent on changes of message"});
    list.push_back({name + ".wait_slot", "1", "messages on the bus outside the work slot, mean over time"});
  }
  return list;
}

}  // namespace

TypeInfo SeachangeMachine::type_info() {
  TypeInfo info;
  info.name = "seachange_cluster";
  info.kind = "system";
  info.summary =
      "SeaChange video cluster: nodes of RAID controllers and GigE cards, joined by PCI, StarFabric and InfiniBand";
  info.source = "Milkovits, Digital Video Cluster Simulation, Winter Simulation Conference 2005";
  info.statistics = {{"node[i].bandwidth", "B/s", "of a node: sum over its RAID controllers"}};
  info.metrics = metrics();
  SeachangeParameters parameters;
  info.describe_parameters(parameters.table());
  return info;
}

std::vector<ResourceBound> SeachangeMachine::bounds() const {
  const SeachangeParameters& p = parameters_;
  const double demand = p.demand();
  const double raids = static_cast<double>(p.raid_controllers);
  const double nodes = p.surviving();
  const double remote = p.include_self || p.stream_count > 0 ? (nodes - 1) / nodes : 1.0;
  const double starfabric = static_cast<double>(p.starfabric_rate) / 8;
  const double infiniband = static_cast<double>(p.infiniband_rate) / 8;
  const double alone = p.pci.bandwidth_alone(p.raid.message);
  const double shared = p.pci.bandwidth_shared(p.raid.message);
  const double per_gige_bus = raids * demand / static_cast<double>(p.gige_buses);
  // With a chip for each controller, fewer controllers than chips leave chips, bridges and links idle.
  const double lanes = p.chip_of == SeachangeParameters::ChipOf::raid ? raids : static_cast<double>(p.chips);
  const auto used = [lanes](std::uint64_t parts) { return std::min(static_cast<double>(parts), lanes); };
  const double per_sf_link = raids * demand * remote / used(p.sf_links);

  std::vector<ResourceBound> bounds;
  const auto add = [&](const char* resource, const char* description, double load, double capacity) {
    bounds.push_back({resource, description, load, capacity, load > 0 ? capacity / load * demand : 0});
  };
  if (p.raid.disk_rate > 0)
    add("disks", "disks of a RAID controller", demand, static_cast<double>(p.raid.disk_rate) / 8);
  add("raid_pci", "PCI bus between a RAID controller and its StarFabric bridge", demand,
      p.raid.dma_engines > 1 ? shared : alone);
  add("sf_raid", "StarFabric link from a RAID bridge to the switch", demand, starfabric);
  add("sf_to_ib_side", "StarFabric link from the switch to a bridge towards InfiniBand", per_sf_link, starfabric);
  add("ib_pci", "PCI bus between the StarFabric and InfiniBand bridges",
      2 * raids * demand * remote / used(p.ib_pci_buses), shared);
  add("ib_link", "InfiniBand link from a node to another", raids * demand * remote / ((nodes - 1) * used(p.chips)),
      infiniband);
  add("sf_from_ib_side", "StarFabric link from a bridge at InfiniBand to the switch", per_sf_link, starfabric);
  add("sf_to_gige", "StarFabric link from the switch to a GigE bridge", per_gige_bus, starfabric);
  add("gige_pci", "PCI bus of the GigE cards", per_gige_bus, alone);
  if (p.gige.rate > 0) {
    // The one buffer is taken while a message comes over the bus and while it is sent.
    const double wire = static_cast<double>(p.gige.rate) / 8;
    add("gige", "GigE card", raids * demand / static_cast<double>(p.gige_cards), 1 / (1 / alone + p.sent_on() / wire));
  }
  return bounds;
}

std::vector<UnlimitedParts> SeachangeMachine::unlimited() const {
  std::vector<UnlimitedParts> parts;
  if (parameters_.gige.rate == 0) parts.push_back({"gige_card", "gige.rate"});
  if (parameters_.raid.disk_rate == 0) parts.push_back({"raid_controller", "disk_rate"});
  return parts;
}

Topology SeachangeMachine::topology() const {
  const SeachangeParameters& p = parameters_;
  Topology drawing;
  const auto part = [&](const std::string& name, const char* type) { drawing.parts.push_back({name, type}); };
  const auto edge = [&](const std::string& from, const std::string& to, const char* label) {
    drawing.edges.push_back({from, to, label});
  };
  const auto indexed = [](const std::string& node, const char* name, unsigned i) {
    return node + name + "[" + std::to_string(i) + "]";
  };
  for (unsigned n = 0; n < p.nodes; ++n) {
    const std::string node = "node[" + std::to_string(n) + "].";
    part(node + "switch", "sg1010_switch");
    for (unsigned r = 0; r < p.raid_controllers; ++r) part(indexed(node, "sf_raid", r), "serial_link");
    for (unsigned g = 0; g < p.gige_buses; ++g) part(indexed(node, "sf_gige", g), "serial_link");
    for (unsigned l = 0; l < p.sf_links; ++l) part(indexed(node, "sf_to_ib_side", l), "serial_link");
    for (unsigned l = 0; l < p.sf_links; ++l) part(indexed(node, "sf_from_ib_side", l), "serial_link");
    for (unsigned c = 0; c < p.chips; ++c)
      for (unsigned other = 0; other < p.nodes; ++other)
        if (other != n) part(indexed(indexed(node, "ib_link", c), "", other), "serial_link");
    for (unsigned r = 0; r < p.raid_controllers; ++r) {
      part(indexed(node, "raid", r), "raid_controller");
      for (unsigned e = 0; e < p.raid.dma_engines; ++e)
        part(indexed(indexed(node, "raid", r) + ".", "dma", e), "dma_engine");
      part(indexed(node, "raid_pci", r), "pci_bus");
      part(indexed(node, "raid_bridge", r), "sg2010_bridge");
      edge(indexed(node, "raid", r), indexed(node, "raid_pci", r), "pci");
      edge(indexed(node, "raid_pci", r), indexed(node, "raid_bridge", r), "pci");
      edge(indexed(node, "raid_bridge", r), node + "switch", "starfabric");
    }
    for (unsigned b = 0; b < p.ib_pci_buses; ++b) part(indexed(node, "ib_pci", b), "pci_bus");
    for (unsigned b = 0; b < p.bridges; ++b) {
      part(indexed(node, "ib_bridge", b), "sg2010_bridge");
      for (unsigned l = 0; l < p.links_per_bridge(); ++l)
        edge(node + "switch", indexed(node, "ib_bridge", b), "starfabric, both ways");
      edge(indexed(node, "ib_bridge", b), indexed(node, "ib_pci", p.ib_pci_buses == 1 ? 0 : b), "pci, both ways");
    }
    for (unsigned c = 0; c < p.chips; ++c) {
      part(indexed(node, "chip", c), "infiniband_chip");
      edge(indexed(node, "ib_pci", p.ib_pci_buses == 1 ? 0 : c), indexed(node, "chip", c), "pci, both ways");
      for (unsigned other = 0; other < p.nodes; ++other)
        if (other != n)
          edge(indexed(node, "chip", c), indexed("node[" + std::to_string(other) + "].", "chip", c), "infiniband");
    }
    for (unsigned g = 0; g < p.gige_buses; ++g) {
      part(indexed(node, "gige_bridge", g), "sg2010_bridge");
      part(indexed(node, "gige_pci", g), "pci_bus");
      edge(node + "switch", indexed(node, "gige_bridge", g), "starfabric");
      edge(indexed(node, "gige_bridge", g), indexed(node, "gige_pci", g), "pci");
    }
    for (unsigned card = 0; card < p.gige_cards; ++card) {
      part(indexed(node, "gige", card), "gige_card");
      edge(indexed(node, "gige_pci", card / p.cards_per_bus()), indexed(node, "gige", card), "pci");
    }
  }
  return drawing;
}

ReplicationRecord SeachangeMachine::run(const MeasurePlan& plan, InstanceOverrides& overrides,
                                        const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  const Effort effort;
  SeachangeCluster cluster(parameters_, plan.seed, overrides);
  if (trace != nullptr) trace->open();
  const auto run_to = [&](Time end) {
    constexpr Time chunk = 10 * millisecond;
    while (kernel_now() < end) {
      cluster.run_to(std::min(kernel_now() + chunk, end));
      if (progress) progress(kernel_now());
    }
  };
  const auto run_traced_to = [&](Time end) {
    if (trace != nullptr)
      trace->run(end, run_to);
    else
      run_to(end);
  };
  run_traced_to(plan.warm_up);
  cluster.start_window();
  run_traced_to(plan.warm_up + plan.duration);
  if (trace != nullptr) trace->close();
  ReplicationRecord record = cluster.record();
  effort.store(record);
  return record;
}

std::vector<ProbeInfo> SeachangeMachine::probes(InstanceOverrides& overrides) const {
  const SeachangeCluster cluster(parameters_, 1, overrides);
  ProbeList list;
  list.collect();
  return list.infos();
}

}  // namespace isochron
