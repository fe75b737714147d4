// SPDX-License-Identifier: Apache-2.0
// What a SeachangeCluster reports of its window.
#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/spread.h>
#include <isochron/system/seachange_cluster.h>

namespace isochron {

namespace {

/// The figures of one stage over its senders; each sender's go to its own component too.
class StageSpread {
 public:
  StageSpread(ReplicationRecord& record, Time now, double window) : record_(record), now_(now), window_(window) {}

  void add(const std::string& sender, const StageStatistics& link, const LevelOverTime& depth,
           const TimeIn& wait_link) {
    add(sender, fraction(link.busy), fraction(wait_link), fraction(link.wait_buffer),
        static_cast<double>(depth.integral(now_)) / window_);
  }
  void add(const std::string& sender, const StageStatistics& link, const LevelOverTime& depth) {
    add(sender, link, depth, link.wait_link);
  }
  void add(const std::string& sender, double utilisation, double wait_link, double wait_buffer, double depth) {
    utilisation_.add(utilisation);
    wait_link_.add(wait_link);
    wait_buffer_.add(wait_buffer);
    depth_.add(depth);
    record_.components[sender] = {
        {"utilisation", utilisation}, {"wait_link", wait_link}, {"wait_buffer", wait_buffer}, {"queue_depth", depth}};
  }
  double fraction(const TimeIn& time) const { return static_cast<double>(time.total(now_)) / window_; }
  void store(const std::string& stage) const {
    record_.metrics[stage + ".utilisation"] = utilisation_.sample("1");
    record_.metrics[stage + ".wait_link"] = wait_link_.sample("1");
    record_.metrics[stage + ".wait_buffer"] = wait_buffer_.sample("1");
    record_.metrics[stage + ".queue_depth"] = depth_.sample("1");
  }

 private:
  ReplicationRecord& record_;
  Time now_;
  double window_;  ///< ps
  Spread utilisation_;
  Spread wait_link_;
  Spread wait_buffer_;
  Spread depth_;
};

}  // namespace

void SeachangeCluster::record_stages(ReplicationRecord& record, Time now, double window) const {
  const unsigned gige_buses = static_cast<unsigned>(parameters_.gige_buses);
  StageSpread raid_to_pci(record, now, window), sf_raid(record, now, window), sf_to_ib(record, now, window),
      ib_out(record, now, window), ib_link(record, now, window), ib_in(record, now, window),
      sf_from_ib(record, now, window), sf_to_gige(record, now, window), gige(record, now, window);

  for (unsigned n = 0; n < nodes_.size(); ++n) {
    SeachangeNode& node = *nodes_[n];
    if (parameters_.failed(n)) continue;
    const std::string prefix = "node[" + std::to_string(n) + "].";
    const auto name = [&prefix](const char* part, unsigned i) { return prefix + part + "[" + std::to_string(i) + "]"; };
    for (unsigned r = 0; r < node.raids.size(); ++r) {
      const RaidController& raid = *node.raids[r];
      double busy = 0, wait_buffer = 0;
      for (unsigned e = 0; e < raid.engines(); ++e) {
        busy += raid_to_pci.fraction(node.raid_pci[r]->statistics(e).busy) / raid.engines();
        wait_buffer += raid_to_pci.fraction(node.raid_pci[r]->statistics(e).wait_buffer) / raid.engines();
      }
      raid_to_pci.add(name("raid", r), busy, raid_to_pci.fraction(raid.wait_link()), wait_buffer,
                      static_cast<double>(raid.depth().integral(now)) / window);
      const StarFabricSender& sender = node.raid_bridges[r]->sender(0);
      sf_raid.add(name("raid_bridge", r) + ".link_out[0]", sender.statistics(), sender.depth());
    }
    for (unsigned port = 0; port < node.fabric_switch->outputs(); ++port) {
      const StarFabricSender& sender = node.fabric_switch->sender(port);
      (port < gige_buses ? sf_to_gige : sf_to_ib)
          .add(prefix + "switch.link_out[" + std::to_string(port) + "]", sender.statistics(), sender.depth());
    }
    for (unsigned b = 0; b < node.ib_bridges.size(); ++b) {
      Sg2010Bridge& bridge = *node.ib_bridges[b];
      ib_out.add(name("ib_bridge", b) + ".pci_out",
                 node.ib_pci[node.ib_bus_of(b)]->statistics(node.ib_device_of_bridge(b)), bridge.to_pci().depth());
      for (unsigned l = 0; l < bridge.links_out(); ++l)
        sf_from_ib.add(name("ib_bridge", b) + ".link_out[" + std::to_string(l) + "]", bridge.sender(l).statistics(),
                       bridge.sender(l).depth());
    }
    for (unsigned c = 0; c < node.chips.size(); ++c) {
      InfiniBandChip& chip = *node.chips[c];
      ib_in.add(name("chip", c) + ".pci_out", node.ib_pci[node.ib_bus_of(c)]->statistics(node.ib_device_of_chip(c)),
                chip.to_pci().depth());
      for (unsigned other = 0; other < nodes_.size(); ++other) {
        if (other == n || parameters_.failed(other)) continue;
        const InfiniBandSender& sender = chip.sender(node.port_to(other));
        ib_link.add(name("chip", c) + ".link_out[" + std::to_string(node.port_to(other)) + "]", sender.statistics(),
                    sender.depth());
      }
    }
    for (unsigned g = 0; g < node.gige_bridges.size(); ++g)
      gige.add(name("gige_bridge", g) + ".pci_out", node.gige_pci[g]->statistics(0),
               node.gige_bridges[g]->to_pci().depth());
  }
  raid_to_pci.store("raid_to_pci");
  sf_raid.store("sf_raid");
  sf_to_ib.store("sf_to_ib_side");
  ib_out.store("ib_pci_out");
  ib_link.store("ib_link");
  ib_in.store("ib_pci_in");
  sf_from_ib.store("sf_from_ib_side");
  sf_to_gige.store("sf_to_gige");
  gige.store("gige_pci");
}

void SeachangeCluster::record_buses(ReplicationRecord& record, Time now, double window) const {
  const auto kind = [&](const char* metric, std::vector<std::unique_ptr<PciBus>> SeachangeNode::*buses) {
    Spread utilisation, contended, overhead, wait_slot;
    for (unsigned n = 0; n < nodes_.size(); ++n) {
      if (parameters_.failed(n)) continue;
      for (const std::unique_ptr<PciBus>& bus : (*nodes_[n]).*buses) {
        const double busy = static_cast<double>(bus->busy().total(now)) / window;
        const double shared = static_cast<double>(bus->contended().total(now)) / window;
        const double changes = static_cast<double>(bus->overhead(now)) / window;
        double waits = 0;
        for (unsigned device = 0; device < bus->devices(); ++device)
          waits += static_cast<double>(bus->wait_slot(device, now)) / window;
        utilisation.add(busy);
        contended.add(shared);
        overhead.add(changes);
        wait_slot.add(waits);
        record.components[bus->name()] = {
            {"utilisation", busy}, {"contended", shared}, {"overhead", changes}, {"wait_slot", waits}};
      }
    }
    const std::string prefix = metric;
    record.metrics[prefix + ".utilisation"] = utilisation.sample("1");
    record.metrics[prefix + ".contended"] = contended.sample("1");
    record.metrics[prefix + ".overhead"] = overhead.sample("1");
    record.metrics[prefix + ".wait_slot"] = wait_slot.sample("1");
  };
  kind("raid_pci", &SeachangeNode::raid_pci);
  kind("ib_pci", &SeachangeNode::ib_pci);
  kind("gige_pci", &SeachangeNode::gige_pci);
}

void SeachangeCluster::record_controllers(ReplicationRecord& record, double window) const {
  const double window_s = window * 1e-12;
  Spread controllers, nodes;
  SeriesSample series;
  series.unit = "B/s";
  series.interval_s = seconds(RaidController::interval);
  unsigned count = 0;
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    if (parameters_.failed(n)) continue;
    double node_bandwidth = 0;
    for (unsigned r = 0; r < nodes_[n]->raids.size(); ++r) {
      const RaidController& raid = *nodes_[n]->raids[r];
      const double bandwidth = static_cast<double>(raid.bytes()) / window_s;
      controllers.add(bandwidth);
      node_bandwidth += bandwidth;
      record.components[raid.name()]["bandwidth"] = bandwidth;
      if (raid.has_block_movers())
        record.components[std::string(raid.name()) + ".dma"] = {
            {"moved", static_cast<double>(raid.moved_by_block_movers())},
            {"cycles", static_cast<double>(raid.cycles())}};
      const std::vector<std::uint64_t>& intervals = raid.bytes_by_interval();
      const std::size_t whole = static_cast<std::size_t>(region_.now() / RaidController::interval);
      series.values.resize(whole, 0);
      for (std::size_t i = 0; i < std::min(whole, intervals.size()); ++i)
        series.values[i] += static_cast<double>(intervals[i]);
      ++count;
    }
    nodes.add(node_bandwidth);
    record.components[nodes_[n]->name()]["bandwidth"] = node_bandwidth;
    for (const std::unique_ptr<GigeCard>& card : nodes_[n]->cards)
      record.components[card->name()]["bandwidth"] = static_cast<double>(card->bytes()) / window_s;
  }
  for (double& value : series.values) value /= count * series.interval_s;
  record.series["raid.bandwidth"] = series;
  record.metrics["raid.bandwidth"] = controllers.sample("B/s");
  record.metrics["node.bandwidth"] = nodes.sample("B/s");
}

/// Of disks and cards that have a rate.
void SeachangeCluster::record_limits(ReplicationRecord& record, Time now, double window) const {
  Spread disks, queue, cards, on_wire, withheld;
  const auto fraction = [&](const TimeIn& time) { return static_cast<double>(time.total(now)) / window; };
  for (unsigned n = 0; n < nodes_.size(); ++n) {
    if (parameters_.failed(n)) continue;
    for (const std::unique_ptr<RaidController>& raid : nodes_[n]->raids) {
      if (!raid->has_disk_rate()) continue;
      const double busy = fraction(raid->disks_busy());
      const double depth = static_cast<double>(raid->disks_depth().integral(now)) / window;
      disks.add(busy);
      queue.add(depth);
      record.components[std::string(raid->name()) + ".disks"] = {{"utilisation", busy}, {"queue_depth", depth}};
    }
    for (const std::unique_ptr<GigeCard>& card : nodes_[n]->cards) {
      if (!card->has_rate()) continue;
      auto& figures = record.components[card->name()];
      cards.add(figures["utilisation"] = fraction(card->taken()));
      on_wire.add(figures["on_wire"] = fraction(card->on_wire()));
      withheld.add(figures["withheld"] = fraction(card->withheld()));
    }
  }
  if (!disks.empty()) {
    record.metrics["disks.utilisation"] = disks.sample("1");
    record.metrics["disks.queue_depth"] = queue.sample("1");
  }
  if (!cards.empty()) {
    record.metrics["gige.utilisation"] = cards.sample("1");
    record.metrics["gige.on_wire"] = on_wire.sample("1");
    record.metrics["gige.withheld"] = withheld.sample("1");
  }
}

ReplicationRecord SeachangeCluster::record() const {
  const Time now = region_.now();
  const double window = static_cast<double>(now - window_start_);
  ReplicationRecord record;
  record.simulated_s = seconds(now);
  record.warm_up_s = seconds(window_start_);
  record_stages(record, now, window);
  record_buses(record, now, window);
  record_controllers(record, window);
  record_limits(record, now, window);

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
