// SPDX-License-Identifier: Apache-2.0
#include "system/oracle_comparison.h"

#include <algorithm>
#include <cstring>
#include <sstream>

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
  config.slice_bytes = p.pci.slice;
  config.slice_ps = p.pci.slice_time;
  config.switch_ps = p.pci.switch_overhead;
  config.switch_per_message = p.pci.switch_unit == SwitchUnit::message;
  config.sf_bits_per_s = p.starfabric_rate;
  config.ib_bits_per_s = p.infiniband_rate;
  return config;
}

std::string words(const Delivery& d) {
  std::ostringstream text;
  text << "source " << d.source << " message " << d.sequence << " (" << d.bytes << " B, ready " << d.ready
       << " ps, to node " << d.node << " card " << d.card << " chip " << d.chip << ")";
  return text.str();
}

}  // namespace

std::string difference_from_oracle(const SeachangeParameters& parameters, const std::vector<Delivery>& deliveries) {
  std::vector<std::vector<oracle::Message>> traffic(parameters.nodes * parameters.raid_controllers);
  for (const Delivery& d : deliveries) {
    if (d.sequence != traffic.at(d.source).size()) return words(d) + " has no predecessor";
    traffic[d.source].push_back({d.ready, d.node, d.card, d.chip, d.bytes});
  }
  const std::vector<std::vector<std::uint64_t>> arrivals = oracle::simulate(oracle_config(parameters), traffic);
  const Delivery* earliest = nullptr;
  Time earliest_time = end_of_time;
  for (const Delivery& d : deliveries) {
    const Time expected = arrivals[d.source][d.sequence];
    if (expected == d.arrived || std::min(expected, d.arrived) >= earliest_time) continue;
    earliest = &d;
    earliest_time = std::min(expected, d.arrived);
  }
  if (earliest == nullptr) return "";
  return words(*earliest) + ": model " + std::to_string(earliest->arrived) + " ps, oracle " +
         std::to_string(arrivals[earliest->source][earliest->sequence]) + " ps";
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
