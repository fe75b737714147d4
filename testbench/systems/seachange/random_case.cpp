// SPDX-License-Identifier: Apache-2.0
#include "systems/seachange/random_case.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace isochron::testbench {

namespace {

template <class T>
T pick(std::initializer_list<T> choices) {
  return *rc::gen::elementOf(std::vector<T>(choices));
}

/// Uniform in [low, high], whatever RapidCheck's size.
std::uint64_t between(std::uint64_t low, std::uint64_t high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::uint64_t>(low, high + 1));
}

bool chance(unsigned percent) {
  return between(1, 100) <= percent;
}

void draw_topology(SeachangeParameters& p) {
  p.nodes = between(2, 7);
  p.raid_controllers = pick<std::uint64_t>({1, 2, 2});
  const auto [cards, buses] =
      pick<std::pair<std::uint64_t, std::uint64_t>>({{6, 2}, {6, 2}, {2, 1}, {4, 2}, {1, 1}, {3, 3}});
  p.gige_cards = cards;
  p.gige_buses = buses;
  // chips, PCI buses, bridges, links
  const auto [chips, pci_buses, bridges, links] = pick<std::array<std::uint64_t, 4>>({{2, 1, 2, 2},
                                                                                      {2, 1, 2, 2},
                                                                                      {2, 2, 2, 2},
                                                                                      {1, 1, 1, 1},
                                                                                      {1, 1, 1, 2},
                                                                                      {2, 1, 1, 1},
                                                                                      {2, 1, 1, 2},
                                                                                      {1, 1, 2, 2},
                                                                                      {2, 1, 2, 4},
                                                                                      {2, 2, 2, 4}});
  p.chips = chips;
  p.ib_pci_buses = pci_buses;
  p.bridges = bridges;
  p.sf_links = links;
  p.chip_of = pick(
      {SeachangeParameters::ChipOf::raid, SeachangeParameters::ChipOf::balanced, SeachangeParameters::ChipOf::parity});
}

void draw_fabric(SeachangeParameters& p, Stress stress) {
  p.buffers_per_port = stress == Stress::buffers ? between(1, 8) : pick<std::uint64_t>({1, 1, 1, 2, 3});
  p.buffer_freed = chance(stress == Stress::buffers ? 50 : 25) ? BufferFreed::on_arrival : BufferFreed::on_send;
  p.raid.dma_engines = pick<std::uint64_t>({1, 1, 2});
  p.pci.switch_unit = chance(20) ? SwitchUnit::message : SwitchUnit::slice;
  if (stress == Stress::ties) {
    p.starfabric_rate = p.infiniband_rate = pick<std::uint64_t>({2'000'000'000, 1'024'000'000, 4'266'666'667});
    p.pci.switch_overhead = pick<std::uint64_t>({0, 0, 240 * nanosecond});
  } else {
    p.starfabric_rate = pick<std::uint64_t>({1'770'000'000, 1'770'000'000, 3'540'000'000, 1'234'567'891});
    p.infiniband_rate = pick<std::uint64_t>({2'000'000'000, 2'000'000'000, 500'000'000, 8'000'000'000});
    p.pci.switch_overhead = pick<std::uint64_t>({45 * nanosecond, 45 * nanosecond, 0, 45'001, 300 * nanosecond});
  }
  p.pci.slice = pick<std::uint64_t>({128, 128, 128, 64, 256, 100, 512});
  p.pci.slice_time = pick<std::uint64_t>({240 * nanosecond, 240 * nanosecond, 120 * nanosecond, 239'999});
}

void draw_clocks(PciConfig& pci) {
  pci.clock = pick<std::uint64_t>({66'667'000, 66'667'000, 33'333'333, 133'000'000, 100'000'000});
  pci.width = pick<std::uint64_t>({64, 64, 32});
  pci.clocks.arbitration = between(0, 4);
  pci.clocks.address = between(1, 2);
  pci.clocks.devsel = between(1, 4);
  pci.clocks.initial_latency = between(0, 5);
  pci.clocks.wait_states = pick<std::uint64_t>({0, 0, 1, 2});
  pci.clocks.latency_timer = pick<std::uint64_t>({0, 8, 16, 32, 64, 255});
  pci.clocks.turnaround = between(0, 2);
  pci.clocks.disconnect = pick<std::uint64_t>({0, 0, 8, 40});
}

void draw_messages(ClusterRun& run, Stress stress) {
  SeachangeParameters& p = run.parameters;
  p.raid.io = pick<std::uint64_t>({8 * 1024, 16 * 1024, 32 * 1024, 12'345});
  p.raid.message = stress == Stress::messages
                       ? pick<std::uint64_t>({128, 129, 256, 777, 1000, 1500, 4096, 8192, between(128, 8192)})
                       : pick<std::uint64_t>({1024, 1024, 512, 1000, 2048});
  run.io_limit = between(2, 10);
}

/// Sets the load and, in proportion to it, the disk delays; returns a picoseconds' estimate of the whole run.
Time draw_load(ClusterRun& run, Stress stress) {
  SeachangeParameters& p = run.parameters;
  const std::uint64_t megabytes = pick<std::uint64_t>({20, 100, 200, 240, 300, 1000});  // a node
  p.target_bandwidth = 8'000'000 * megabytes;
  const Time interval = p.raid.io * p.raid_controllers * 1'000'000 / megabytes;
  const Time jitter = interval * pick<std::uint64_t>({1, 2, 6});
  p.raid.disk_delay = {jitter / 10, jitter / 2, jitter};
  if (stress == Stress::ties)
    p.raid.disk_delay.min = p.raid.disk_delay.mode = p.raid.disk_delay.max =
        pick<Time>({0, interval, 240 * microsecond});
  if (stress == Stress::streams) {
    p.stream_count = pick<std::uint64_t>({1, 7, 60, 500});
    p.stream_rate = std::min<std::uint64_t>(p.target_bandwidth * p.nodes / p.stream_count, 1'000'000'000);
    p.client_buffer = pick<Time>({0, interval, second});
  }
  return run.io_limit * interval + jitter;
}

/// After the load, which the rates are drawn beside: bit/s that a controller is asked for, and what a card gets of it.
void draw_limits(SeachangeParameters& p) {
  const std::uint64_t asked = p.target_bandwidth / p.raid_controllers;
  const std::uint64_t card = p.target_bandwidth / p.gige_cards;
  p.gige.rate = pick<std::uint64_t>({0, card / 2, card, card + 1, 2 * card, 10 * card, 1'000'000'000});
  p.raid.disk_rate = pick<std::uint64_t>({0, asked / 2, asked, asked + 1, 3 * asked, 20 * asked});
  p.raid.dma_engines = pick<std::uint64_t>({1, 2, 2, 2});
  p.raid.dma_queue = pick(
      {RaidController::DmaQueue::shared, RaidController::DmaQueue::per_engine, RaidController::DmaQueue::per_engine});
  if (chance(25)) {  // much happens at one instant
    p.starfabric_rate = p.infiniband_rate = p.gige.rate = pick<std::uint64_t>({2'000'000'000, 1'024'000'000});
    p.pci.switch_overhead = 0;
    p.raid.disk_delay.min = p.raid.disk_delay.mode = p.raid.disk_delay.max = 240 * microsecond;
  }
  if (p.nodes < 3 || chance(60)) return;
  p.failed_nodes = {between(0, p.nodes - 1)};
  p.rebuild = chance(70) ? SeachangeParameters::Rebuild::brute : SeachangeParameters::Rebuild::stripe_buffered;
}

void draw_destinations(SeachangeParameters& p, Stress stress) {
  p.drawn = pick({SeachangeParameters::Drawn::per_message, SeachangeParameters::Drawn::per_message,
                  SeachangeParameters::Drawn::per_io, SeachangeParameters::Drawn::rotation});
  p.include_self = chance(70);
  if (stress != Stress::degraded) return;
  p.nodes = std::max<std::uint64_t>(p.nodes, 3);
  p.failed_nodes = {between(0, p.nodes - 1)};
  p.rebuild = chance(50) ? SeachangeParameters::Rebuild::brute : SeachangeParameters::Rebuild::stripe_buffered;
}

ClusterRun draw(PciTimingMode timing, Stress stress) {
  ClusterRun run;
  run.parameters.pci.timing = timing;
  draw_topology(run.parameters);
  draw_fabric(run.parameters, stress);
  if (timing == PciTimingMode::protocol) draw_clocks(run.parameters.pci);
  draw_messages(run, stress);
  draw_destinations(run.parameters, stress);
  const Time whole = draw_load(run, stress);
  if (stress == Stress::limits) draw_limits(run.parameters);
  run.seed = between(1, 1'000'000);
  run.window_start = whole * between(10, 50) / 100;
  run.window_end = run.window_start + whole * between(10, 60) / 100;
  run.to_completion = true;
  run.keep_deliveries = true;
  return run;
}

}  // namespace

rc::Gen<ClusterRun> random_case(PciTimingMode timing, Stress stress) {
  return rc::gen::suchThat(rc::gen::exec([timing, stress] { return draw(timing, stress); }), [](const ClusterRun& run) {
    return problems_of("seachange_cluster", run.parameters.settings()).empty();
  });
}

void showValue(const ClusterRun& run, std::ostream& out) {
  out << "\nparameters:\n";
  for (const auto& [path, value] : run.parameters.settings()) out << "  " << path << ": " << value << '\n';
  out << "seed: " << run.seed << "\nio_limit: " << run.io_limit << "\nwindow: " << run.window_start << " ps to "
      << run.window_end << " ps\n";
}

}  // namespace isochron::testbench
