// SPDX-License-Identifier: Apache-2.0
// What a result of the cluster has beside what its parts report.
#include <algorithm>
#include <utility>

#include <isochron/observe/statistic_sink.h>
#include <isochron/part/indexed.h>
#include <isochron/system/seachange_cluster.h>

namespace isochron {

namespace {

/// What the senders of a stage report; of it, `names`.
std::vector<StatisticInfo> of_stage(const std::vector<std::string>& names) {
  std::vector<StatisticInfo> chosen;
  for (const StatisticInfo& one : std::vector<StatisticInfo>{
           {"utilisation", "1", "fraction of time with a transfer on the stage's link or place on the bus"},
           {"wait_link", "1", "fraction of time with a message at the head and the link or place taken"},
           {"wait_buffer", "1", "fraction of time with a message at the head that lacks only the next buffer"},
           {"queue_depth", "1", "messages in the stage's queue, mean over time"}})
    if (std::find(names.begin(), names.end(), one.name) != names.end()) chosen.push_back(one);
  return chosen;
}

}  // namespace

TypeInfo SeachangeCluster::type_info() {
  SeachangeParameters parameters;
  TypeInfo info = machine_info(
      "seachange_cluster",
      "SeaChange video cluster: nodes of RAID controllers and GigE cards, joined by PCI, StarFabric and InfiniBand",
      "Milkovits, Digital Video Cluster Simulation, Winter Simulation Conference 2005", parameters.table(),
      own_metrics(), metric_rules(parameters));
  info.statistics = {{"node[i].bandwidth", "B/s", "of a node: sum over its RAID controllers"}};
  return info;
}

std::vector<StatisticInfo> SeachangeCluster::own_metrics() {
  return {
      {"delivered.bandwidth", "B/s", "of the cluster: bytes arrived at GigE cards, a rebuilt unit once"},
      {"rebuilt.bandwidth", "B/s", "of the cluster: the rebuilt part of it (with failed_nodes)"},
      {"bytes.in", "B", "sent by RAID controllers since the simulation began"},
      {"bytes.out", "B", "arrived at GigE cards since the simulation began"},
      {"delay", "s", "from the request of an I/O to the arrival of each of its messages", true},
      {"data.checked", "B", "compared with their streams at GigE cards since the simulation began (with block movers)"},
      {"rtl.cycles", "1", "clock cycles of Verilog since the simulation began (with block movers)"},
      {"streams.count", "1", "streams (with streams.count)"},
      {"streams.played", "1", "streams without a late message"},
      {"streams.underrun", "1", "streams with a late message"},
      {"streams.late_messages", "1", "messages that came after their time"}};
}

std::vector<MetricRule> SeachangeCluster::metric_rules(const SeachangeParameters& p) {
  std::vector<MetricRule> rules = {
      {"raid", {"node[*].raid[*]"}, {{"bandwidth", "B/s", "of a RAID controller: bytes that its PCI bus has moved"}}},
      {"node", {"node[*]"}, {{"bandwidth", "B/s", "of a node: sum over its RAID controllers"}}},
      // A controller's messages wait in it; on the bus they are its DMA engines'.
      {"raid_to_pci",
       {"node[*].raid[*].dma[*]", "node[*].raid[*].dma[*].bus"},
       of_stage({"utilisation", "wait_buffer"})},
      {"raid_to_pci", {"node[*].raid[*]"}, of_stage({"wait_link", "queue_depth"})}};
  const auto stage = [&rules](const char* metric, std::vector<std::string> senders) {
    rules.push_back({metric, std::move(senders), of_stage({"utilisation", "wait_link", "wait_buffer", "queue_depth"})});
  };
  std::vector<std::string> to_gige, to_ib, ib_links;
  for (unsigned port = 0; port < p.gige_buses + p.sf_links; ++port)
    (port < p.gige_buses ? to_gige : to_ib).push_back("node[*].switch." + indexed("link_out", port));
  stage("sf_raid", {"node[*].raid_bridge[*].link_out[*]"});
  stage("sf_to_ib_side", to_ib);
  stage("ib_pci_out", {"node[*].ib_bridge[*].pci_out"});
  // Nothing is sent to a node that is down.
  for (unsigned from = 0; from < p.nodes; ++from)
    for (unsigned to = 0; to < p.nodes && !p.failed_nodes.empty(); ++to)
      if (to != from && !p.failed(to))
        ib_links.push_back(indexed("node", from) + ".chip[*]." + indexed("link_out", SeachangeNode::port_to(from, to)));
  if (p.failed_nodes.empty()) ib_links = {"node[*].chip[*].link_out[*]"};
  stage("ib_link", ib_links);
  stage("ib_pci_in", {"node[*].chip[*].pci_out"});
  stage("sf_from_ib_side", {"node[*].ib_bridge[*].link_out[*]"});
  stage("sf_to_gige", to_gige);
  rules.push_back(
      {"gige_pci", {"node[*].gige_bridge[*].pci_out"}, of_stage({"wait_link", "wait_buffer", "queue_depth"})});
  // Of disks and cards that have a rate.
  rules.push_back({"disks",
                   {"node[*].raid[*].disks"},
                   {{"utilisation", "1", "fraction of time that an I/O passes a controller's disks (with disk_rate)"},
                    {"queue_depth", "1", "I/Os past their delay that wait for the disks, mean over time"}},
                   true});
  rules.push_back({"gige",
                   {"node[*].gige[*]"},
                   {{"utilisation", "1", "fraction of time that a card's buffer is taken (with gige.rate)"},
                    {"on_wire", "1", "fraction of time that a card sends"},
                    {"withheld", "1", "fraction of time with a message that waits for a card's buffer"}},
                   true});
  for (const std::string bus : {"raid_pci", "ib_pci", "gige_pci"})
    rules.push_back({bus,
                     {"node[*]." + bus + "[*]"},
                     {{"utilisation", "1", "fraction of time with a message on the bus"},
                      {"contended", "1", "fraction of time with two or more messages on the bus"},
                      {"overhead", "1", "fraction of time spent on changes of message"},
                      {"wait_slot", "1", "messages on the bus outside the work slot, mean over time"}}});
  return rules;
}

std::vector<Metric> SeachangeCluster::metrics() const {
  std::vector<Metric> metrics = metrics_of(metric_rules(parameters_));
  Metric series{{"raid.bandwidth", "B/s", ""}, Metric::Kind::series, {}};
  series.term.of = {"node[*].raid[*].bandwidth"};
  metrics.push_back(std::move(series));
  return metrics;
}

void SeachangeCluster::record_nodes(ReplicationRecord& record) const {
  StatisticSink sink(record, window_start(), region_.now());
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    if (parameters_.failed(n)) continue;
    std::uint64_t bytes = 0;
    for (const RaidController* const raid : nodes_[n]->raids()) bytes += raid->bytes();
    sink.part(indexed("node", n)).rate("bandwidth", bytes);
  }
}

void SeachangeCluster::add_to(ReplicationRecord& record) const {
  record_nodes(record);
  const double window = static_cast<double>(region_.now() - window_start());
  const auto add = [&record](const char* name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  add("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  add("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));
  add("delivered.bandwidth", "B/s", static_cast<double>(egress_.useful_bytes()) / (window * 1e-12));
  if (!parameters_.failed_nodes.empty())
    add("rebuilt.bandwidth", "B/s", static_cast<double>(egress_.rebuilt_bytes()) / (window * 1e-12));
  std::uint64_t cycles = 0;
  std::uint64_t checked = 0;
  bool block_movers = false;
  for (const std::unique_ptr<SeachangeNode>& node : nodes_) {
    for (const RaidController* const raid : node->raids()) {
      cycles += raid->cycles();
      block_movers = block_movers || raid->has_block_movers();
    }
    for (const GigeCard* const card : node->cards()) checked += card->checked_bytes();
  }
  if (block_movers) {
    add("data.checked", "B", static_cast<double>(checked));
    add("rtl.cycles", "1", static_cast<double>(cycles));
  }
  record.rtl_cycles = cycles;
  if (const BlockDeadlines* const clients = egress_.clients()) {
    add("streams.count", "1", static_cast<double>(clients->count()));
    add("streams.underrun", "1", static_cast<double>(clients->with_underrun()));
    add("streams.played", "1", static_cast<double>(clients->count() - clients->with_underrun()));
    add("streams.late_messages", "1", static_cast<double>(clients->late_messages()));
  }
  record.flows["raid"] = backlog_.sample("B");
  record.histograms["delay"] = egress_.delays().sample();
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
}

}  // namespace isochron
