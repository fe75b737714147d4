// SPDX-License-Identifier: Apache-2.0
// What a SeachangeCluster reports of its window.
#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/metric_spread.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/system/seachange_cluster.h>

namespace isochron {

namespace {

/// What the senders of a stage report.
const std::vector<std::string> of_stage{"utilisation", "wait_link", "wait_buffer", "queue_depth"};

}  // namespace

void SeachangeCluster::report_parts(ReplicationRecord& record) const {
  StatisticSink sink(record, window_start_, region_.now());
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    if (parameters_.failed(n)) continue;
    std::uint64_t bytes = 0;
    for (const std::unique_ptr<RaidController>& raid : nodes_[n]->raids) bytes += raid->bytes();
    sink.part(nodes_[n]->name()).rate("bandwidth", bytes);
    for (Measured* const part : nodes_[n]->measured()) part->report(sink);
  }
}

void SeachangeCluster::record_stages(ReplicationRecord& record) const {
  // A controller's messages wait in it; on the bus they are its DMA engines'.
  MetricSpread raids(record, "raid_to_pci", {"wait_link", "queue_depth"}),
      engines(record, "raid_to_pci", {"utilisation", "wait_buffer"}), sf_raid(record, "sf_raid", of_stage),
      sf_to_ib(record, "sf_to_ib_side", of_stage), ib_out(record, "ib_pci_out", of_stage),
      ib_link(record, "ib_link", of_stage), ib_in(record, "ib_pci_in", of_stage),
      sf_from_ib(record, "sf_from_ib_side", of_stage), sf_to_gige(record, "sf_to_gige", of_stage),
      gige(record, "gige_pci", of_stage);
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    SeachangeNode& node = *nodes_[n];
    if (parameters_.failed(n)) continue;
    for (const std::unique_ptr<RaidController>& raid : node.raids) {
      raids.add(raid->name());
      for (unsigned e = 0; e < raid->engines(); ++e) engines.add(raid->engine(e).name());
    }
    for (const std::unique_ptr<Sg2010Bridge>& bridge : node.raid_bridges) sf_raid.add(bridge->sender(0).path());
    for (unsigned port = 0; port < node.fabric_switch->outputs(); ++port)
      (port < parameters_.gige_buses ? sf_to_gige : sf_to_ib).add(node.fabric_switch->sender(port).path());
    for (const std::unique_ptr<Sg2010Bridge>& bridge : node.ib_bridges) {
      ib_out.add(bridge->to_pci().path());
      for (unsigned l = 0; l < bridge->links_out(); ++l) sf_from_ib.add(bridge->sender(l).path());
    }
    for (const std::unique_ptr<InfiniBandChip>& chip : node.chips) {
      ib_in.add(chip->to_pci().path());
      for (unsigned other = 0; other < nodes_.size(); ++other)
        if (other != n && !parameters_.failed(other)) ib_link.add(chip->sender(node.port_to(other)).path());
    }
    for (const std::unique_ptr<Sg2010Bridge>& bridge : node.gige_bridges) gige.add(bridge->to_pci().path());
  }
  for (const MetricSpread* const stage :
       {&raids, &engines, &sf_raid, &sf_to_ib, &ib_out, &ib_link, &ib_in, &sf_from_ib, &sf_to_gige, &gige})
    stage->store();
}

void SeachangeCluster::record_buses(ReplicationRecord& record) const {
  const auto kind = [&](const char* metric, std::vector<std::unique_ptr<PciBus>> SeachangeNode::*buses) {
    MetricSpread spread(record, metric, {"utilisation", "contended", "overhead", "wait_slot"});
    for (unsigned n = 0; n < nodes_.size(); ++n)
      if (!parameters_.failed(n))
        for (const std::unique_ptr<PciBus>& bus : (*nodes_[n]).*buses) spread.add(bus->name());
    spread.store();
  };
  kind("raid_pci", &SeachangeNode::raid_pci);
  kind("ib_pci", &SeachangeNode::ib_pci);
  kind("gige_pci", &SeachangeNode::gige_pci);
}

void SeachangeCluster::record_controllers(ReplicationRecord& record) const {
  MetricSpread nodes(record, "node", {"bandwidth"}), controllers(record, "raid", {"bandwidth"}),
      disks(record, "disks", {"utilisation", "queue_depth"}),
      cards(record, "gige", {"utilisation", "on_wire", "withheld"});
  SeriesSample series;
  series.unit = "B/s";
  series.interval_s = seconds(RaidController::interval);
  series.values.resize(static_cast<std::size_t>(region_.now() / RaidController::interval), 0);
  unsigned count = 0;
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    if (parameters_.failed(n)) continue;
    nodes.add(nodes_[n]->name());
    for (const std::unique_ptr<RaidController>& raid : nodes_[n]->raids) {
      controllers.add(raid->name());
      disks.add(std::string(raid->name()) + ".disks");
      const std::vector<std::uint64_t>& intervals = raid->bytes_by_interval();
      for (std::size_t i = 0; i < std::min(series.values.size(), intervals.size()); ++i)
        series.values[i] += static_cast<double>(intervals[i]);
      ++count;
    }
    for (const std::unique_ptr<GigeCard>& card : nodes_[n]->cards) cards.add(card->name());
  }
  for (double& value : series.values) value /= count * series.interval_s;
  record.series["raid.bandwidth"] = series;
  controllers.store();
  nodes.store();
  // Of disks and cards that have a rate.
  disks.store(true);
  cards.store(true);
}

ReplicationRecord SeachangeCluster::record() const {
  const Time now = region_.now();
  const double window = static_cast<double>(now - window_start_);
  ReplicationRecord record;
  record.simulated_s = seconds(now);
  record.warm_up_s = seconds(window_start_);
  report_parts(record);
  record_stages(record);
  record_buses(record);
  record_controllers(record);

  const auto single = [&record](const char* name, const char* unit, double value) {
    record.metrics[name] = {unit, value, value, value};
  };
  single("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  single("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));
  single("delivered.bandwidth", "B/s", static_cast<double>(egress_.useful_bytes()) / (window * 1e-12));
  if (!parameters_.failed_nodes.empty())
    single("rebuilt.bandwidth", "B/s", static_cast<double>(egress_.rebuilt_bytes()) / (window * 1e-12));
  std::uint64_t cycles = 0;
  std::uint64_t checked = 0;
  bool block_movers = false;
  for (const std::unique_ptr<SeachangeNode>& node : nodes_) {
    for (const std::unique_ptr<RaidController>& raid : node->raids) {
      cycles += raid->cycles();
      block_movers = block_movers || raid->has_block_movers();
    }
    for (const std::unique_ptr<GigeCard>& card : node->cards) checked += card->checked_bytes();
  }
  if (block_movers) {
    single("data.checked", "B", static_cast<double>(checked));
    single("rtl.cycles", "1", static_cast<double>(cycles));
  }
  record.rtl_cycles = cycles;
  if (const StreamClients* const clients = egress_.clients()) {
    single("streams.count", "1", static_cast<double>(clients->count()));
    single("streams.underrun", "1", static_cast<double>(clients->with_underrun()));
    single("streams.played", "1", static_cast<double>(clients->count() - clients->with_underrun()));
    single("streams.late_messages", "1", static_cast<double>(clients->late_messages()));
  }
  record.histograms["delay"] = egress_.delays().sample();
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
  record.events = region_.events();
  record.kernel_notifications = KernelEvent::notifications();
  record.deltas = sc_core::sc_delta_count();
  return record;
}

}  // namespace isochron
