// SPDX-License-Identifier: Apache-2.0
#include "systems/seachange/oracle_comparison.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>
#include <tuple>
#include <utility>

#include <isochron/core/random_stream.h>

#include "oracle/cluster_oracle.h"

namespace isochron::testbench {

namespace {

oracle::Config oracle_config(const SeachangeParameters& p) {
  oracle::Config config;
  config.nodes = static_cast<unsigned>(p.nodes);
  config.raid_controllers = static_cast<unsigned>(p.raid_controllers);
  config.gige_cards = static_cast<unsigned>(p.gige_cards);
  config.gige_buses = static_cast<unsigned>(p.gige_buses);
  config.buffers_per_port = static_cast<unsigned>(p.buffers_per_port);
  config.freed_on_arrival = p.buffer_freed == BufferFreed::on_arrival;
  config.chips = static_cast<unsigned>(p.chips);
  config.pci_buses = static_cast<unsigned>(p.ib_pci_buses);
  config.bridges = static_cast<unsigned>(p.bridges);
  config.sf_links = static_cast<unsigned>(p.sf_links);
  config.dma_engines = static_cast<unsigned>(p.raid.dma_engines);
  config.io_an_engine = p.raid.dma_queue == RaidController::DmaQueue::per_engine;
  if (!p.failed_nodes.empty() && p.rebuild == SeachangeParameters::Rebuild::brute) config.parts = p.surviving();
  config.slice_bytes = p.pci.slice;
  config.slice_ps = p.pci.slice_time;
  config.switch_ps = p.pci.switch_overhead;
  config.switch_per_message = p.pci.switch_unit == SwitchUnit::message;
  config.sf_bits_per_s = p.starfabric_rate;
  config.ib_bits_per_s = p.infiniband_rate;
  config.gige_bits_per_s = p.gige.rate;
  config.disk_bits_per_s = p.raid.disk_rate;
  return config;
}

/// When each I/O's disk delay ends. The draws are data: what the disks make of them is the oracle's business.
class DelayEnds {
 public:
  explicit DelayEnds(const ClusterRun& run) : run_(run) {}

  Time of(const Delivery& d) {
    if (run_.parameters.raid.disk_rate == 0) return d.ready;
    auto [found, fresh] = drawn_.try_emplace(d.source);
    Draws& draws = found->second;
    if (fresh) {
      const std::string node = std::to_string(d.source / run_.parameters.raid_controllers);
      draws.stream = random_stream(run_.seed, "node[" + node + "].raid[" + std::to_string(d.lane) + "]", "disk delay");
    }
    while (draws.delays.size() <= d.block) draws.delays.push_back(run_.parameters.raid.disk_delay.draw(draws.stream));
    return d.issued + draws.delays[d.block];
  }

 private:
  struct Draws {
    SplitMix64 stream{0};
    std::vector<Time> delays;
  };
  const ClusterRun& run_;
  std::map<unsigned, Draws> drawn_;
};

/// A delivery as the oracle's message.
oracle::Message message_of(const Delivery& d, Time delay_end) {
  oracle::Message message;
  message.io = d.block;
  message.ready_ps = delay_end;
  message.node = d.node;
  message.card = d.card;
  message.chip = d.chip;
  message.bytes = d.bytes;
  if (d.lost_unit != 0) message.unit = (d.lost_unit * 16 + d.lane) << 30 | d.offset;
  return message;
}

std::string words(const Delivery& d) {
  std::ostringstream text;
  text << "source " << d.source << " message " << d.sequence << " (" << d.bytes << " B, ready " << d.ready
       << " ps, to node " << d.node << " card " << d.card << " chip " << d.chip << ")";
  return text.str();
}

}  // namespace

std::string difference_from_oracle(const ClusterRun& run, const std::vector<Delivery>& deliveries) {
  const SeachangeParameters& parameters = run.parameters;
  DelayEnds delay_ends(run);
  // By controller, in the order in which the queue gets them: the I/Os as their delays end, each in order.
  using Entry = std::tuple<Time, std::uint64_t, std::uint64_t, const Delivery*>;
  std::vector<std::vector<Entry>> entries(parameters.nodes * parameters.raid_controllers);
  for (const Delivery& d : deliveries) {
    std::vector<Entry>& of_source = entries.at(d.source);
    if (d.sequence != of_source.size()) return words(d) + " has no predecessor";
    of_source.emplace_back(delay_ends.of(d), d.block, d.offset, &d);
  }
  std::vector<std::vector<oracle::Message>> traffic(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::sort(entries[i].begin(), entries[i].end());
    for (const auto& [delay_end, block, offset, d] : entries[i]) traffic[i].push_back(message_of(*d, delay_end));
  }
  const std::vector<std::vector<std::uint64_t>> arrivals = oracle::simulate(oracle_config(parameters), traffic);
  const Delivery* earliest = nullptr;
  Time earliest_time = end_of_time;
  Time expected_then = 0;
  for (std::size_t i = 0; i < entries.size(); ++i)
    for (std::size_t j = 0; j < entries[i].size(); ++j) {
      const Delivery& d = *std::get<const Delivery*>(entries[i][j]);
      const Time expected = arrivals[i][j];
      if (expected == d.arrived || std::min(expected, d.arrived) >= earliest_time) continue;
      earliest = &d;
      earliest_time = std::min(expected, d.arrived);
      expected_then = expected;
    }
  if (earliest == nullptr) return "";
  return words(*earliest) + ": model " + std::to_string(earliest->arrived) + " ps, oracle " +
         std::to_string(expected_then) + " ps";
}

std::string difference(const std::vector<Delivery>& one, const std::vector<Delivery>& other) {
  if (one.size() != other.size())
    return std::to_string(one.size()) + " against " + std::to_string(other.size()) + " deliveries";
  std::size_t earliest = one.size();
  const auto time = [&](std::size_t i) { return std::min(one[i].arrived, other[i].arrived); };
  for (std::size_t i = 0; i < one.size(); ++i)
    if (std::memcmp(&one[i], &other[i], sizeof(Delivery)) != 0 && (earliest == one.size() || time(i) < time(earliest)))
      earliest = i;
  if (earliest == one.size()) return "";
  return words(one[earliest]) + " at " + std::to_string(one[earliest].arrived) + " ps against " +
         words(other[earliest]) + " at " + std::to_string(other[earliest].arrived) + " ps";
}

}  // namespace isochron::testbench
