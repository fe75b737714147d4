// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/pci_config.h>

#include <algorithm>
#include <string>

#include <isochron/part/class_parameters.h>

namespace isochron {

namespace {
constexpr const char* paper = "Milkovits 2005, section 6.2.1";
constexpr const char* pci = "PCI Local Bus Specification 2.2";
}  // namespace

ParameterTable PciConfig::parameters() {
  ParameterTable table;
  table.choice("timing", timing, {"paper", "protocol"},
               "the paper's lumped times, or bus clocks counted from the PCI rules");
  table.frequency("clock", clock, {1'000'000, 1'000'000'000}, "bus clock", "Milkovits 2005, Table 1");
  table.bits("width", width, {8, 512}, "data path", "Milkovits 2005, Table 1");
  table.bytes("slice", slice, {1, 1 << 30}, "what a message moves in one turn; the longest burst of timing: protocol",
              "Milkovits 2005, section 4");
  table.duration("slice_time", slice_time, {1, second}, "a slice on the bus", paper);
  table.duration("switch_overhead", switch_overhead, {0, second}, "each change of message", paper);
  table.choice("switch_unit", switch_unit, {"slice", "message"}, "after what another message may take its turn");
  table.choice("serve", serve, {"round_robin", "strict", "weighted"},
               "who takes the next slice: each in turn, the lowest class of traffic, or classes by their weights",
               "our own");
  ClassParameters::add_weights_to(table, weights, table.is("serve", {"weighted"}));
  table.count("arbitration", clocks.arbitration, {0, 1000}, "clocks from REQ# to GNT# on an idle bus",
              std::string(pci) + ", section 3.4.1");
  table.count("address", clocks.address, {1, 16}, "clocks of the address phase", std::string(pci) + ", section 3.3");
  table.count("devsel", clocks.devsel, {1, 4}, "clocks from address phase to DEVSEL#: 1 fast, 2 medium, 3 slow",
              std::string(pci) + ", section 3.6.1");
  table.count("initial_latency", clocks.initial_latency, {0, 16}, "wait clocks before the first data phase",
              std::string(pci) + ", section 3.5.1.1");
  table.count("wait_states", clocks.wait_states, {0, 8}, "wait clocks before every further data phase",
              std::string(pci) + ", section 3.5.1.2");
  table.count("latency_timer", clocks.latency_timer, {0, 255}, "clocks that a master may keep a bus that others want",
              std::string(pci) + ", section 3.5.4.1");
  table.count("turnaround", clocks.turnaround, {0, 16}, "idle clocks between transactions",
              std::string(pci) + ", section 3.4.2");
  table.count("disconnect", clocks.disconnect, {0, 64}, "clocks off the bus after a target disconnect at a slice's end",
              std::string(pci) + ", section 3.3.3.2");
  table.counts_where(table.is("timing", {"protocol"}),
                     {"clock", "width", "arbitration", "address", "devsel", "initial_latency", "wait_states",
                      "latency_timer", "turnaround", "disconnect"},
                     {"slice_time", "switch_overhead"});
  table.counts_where(table.is("timing", {"paper"}), {"slice_time", "switch_overhead"}, {"clock", "width"});
  table.check([this]() -> std::vector<ParameterProblem> {
    if (timing == PciTimingMode::paper || width % 8 == 0) return {};
    return {{"width",
             "a data path of " + std::to_string(width) + " bit is not whole bytes",
             "use 32 or 64 bit",
             {"width"},
             {{"width", width < 48 ? 32 : 64}}}};
  });
  return table;
}

ClassService PciConfig::classes() const {
  return {weights.empty() ? most_classes : static_cast<unsigned>(weights.size()),
          serve == PciTurns::strict ? ClassOrder::strict : ClassOrder::weighted, weights};
}

ClockGrid PciConfig::grid() const {
  return timing == PciTimingMode::paper ? ClockGrid::picoseconds() : ClockGrid::frequency(clock);
}

std::uint64_t PciConfig::setup_clocks() const {
  // With fast decode the first data phase follows the address phase at once.
  return clocks.address + clocks.devsel - 1 + clocks.initial_latency;
}

std::uint64_t PciConfig::data_clocks(std::uint64_t bytes) const {
  const std::uint64_t beats = (bytes * 8 + width - 1) / width;
  return beats + (beats - 1) * clocks.wait_states;
}

std::uint64_t PciConfig::burst_bytes() const {
  // Without GNT# a master ends with the data phase in which, or after which, its latency timer has run out.
  const std::uint64_t expired = clocks.latency_timer - std::min<std::uint64_t>(clocks.latency_timer, setup_clocks());
  const std::uint64_t beats = expired / (1 + clocks.wait_states) + 1;
  return std::min(slice, beats * std::max<std::uint64_t>(width / 8, 1));
}

SliceTiming PciConfig::slice_timing() const {
  if (timing == PciTimingMode::paper) return {slice_time, switch_overhead, 0, 0};
  const std::uint64_t change = clocks.turnaround + setup_clocks();
  return {data_clocks(burst_bytes()), change, std::max(clocks.turnaround, clocks.disconnect) + setup_clocks(),
          clocks.arbitration + setup_clocks()};
}

SliceNeed PciConfig::need(std::uint64_t bytes) const {
  const std::uint64_t unit = timing == PciTimingMode::paper ? slice : burst_bytes();
  const std::uint64_t slices = (bytes + unit - 1) / unit;
  const std::uint64_t tail = bytes - (slices - 1) * unit;
  if (timing == PciTimingMode::paper) {
    if (switch_unit == SwitchUnit::message) return {1, slices * slice_time};
    return {static_cast<std::uint32_t>(slices), slice_time};
  }
  if (switch_unit == SwitchUnit::message) {
    const SliceTiming times = slice_timing();
    return {1, (slices - 1) * (times.slice + times.again) + data_clocks(tail)};
  }
  return {static_cast<std::uint32_t>(slices), data_clocks(tail)};
}

Capacity PciConfig::capacity(std::uint64_t bytes) const {
  const SliceTiming times = slice_timing();
  const SliceNeed need_of = need(bytes);
  const std::uint64_t data = (need_of.slices - 1) * times.slice + need_of.last;
  const std::uint64_t alone = times.start + (need_of.slices - 1) * times.again + data;
  // With classes the same master may be the next one, or not: masters of one target do not take turns.
  const std::uint64_t in_turns = tells_classes() ? least_ticks(bytes) : need_of.slices * times.change + data;
  return {static_cast<double>(bytes) / seconds(grid().edge(alone)),
          static_cast<double>(bytes) / seconds(grid().edge(in_turns))};
}

std::uint64_t PciConfig::least_ticks(std::uint64_t bytes) const {
  const SliceTiming times = slice_timing();
  const SliceNeed need_of = need(bytes);
  const std::uint64_t data = (need_of.slices - 1) * times.slice + need_of.last;
  // Others may hide what comes before its first slice, and may have the bus while it must stay off.
  return std::min(times.start, times.change) + (need_of.slices - 1) * std::min(times.again, times.change) + data;
}

double PciConfig::least_seconds(std::uint64_t bytes) const {
  return seconds(grid().edge(least_ticks(bytes)));
}

}  // namespace isochron
