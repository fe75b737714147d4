// SPDX-License-Identifier: Apache-2.0
// What arithmetic says of the machine that gathers extents: what limits it, how long it takes and what that costs.
#include <isochron/system/extent_writer_parameters.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/time.h>

namespace isochron {

namespace {

/// Measured, in events of the cluster or in bytes.
struct ExtentCosts {
  static constexpr double tlm_row = 5;  ///< events, of a long one
  static constexpr double tlm_descriptor = 9;
  static constexpr double rtl_descriptor = 3;
  static constexpr double tlm_event = 2.2;
  static constexpr double rtl_cycle = 4.4;
  static constexpr double byte = 0.01;                ///< of the volume: made, and that of an extent compared
  static constexpr double bytes_of_descriptor = 128;  ///< with its move
};

}  // namespace

std::vector<ResourceBound> ExtentWriterParameters::bounds() const {
  const double clock = static_cast<double>(mover.clock);
  // Whole clocks of it: an answer at an edge is seen at the next, which is among the clocks below.
  const std::uint64_t latency_clocks = mover.memory_latency * mover.clock / second;  // whole ones
  const auto latency = static_cast<double>(latency_clocks);
  constexpr double word = BlockMoverModule::data_bytes, longest = BlockMoverModule::max_burst * word;
  // Rows are read one by one, unless they follow each other; a row of part of a word takes a whole beat.
  const bool follow = geometry.width == geometry.edge && descriptor != ExtentGeometry::Descriptor::flat;
  const double burst = follow ? longest : static_cast<double>(geometry.edge);
  const double port = clock * burst / std::ceil(burst / word);
  const double of_descriptor =
      static_cast<double>(geometry.extent_bytes()) / static_cast<double>(geometry.descriptors(descriptor));
  // From fetch to fetch (docs/hardware/block_mover.md, Timing); of 11 clocks eight are those of its words
  // (block_mover_issue).
  const double fetched = of_descriptor * clock / std::max(latency + 6, 11.0);
  // From a burst's address to its last word.
  const double under_way = burst * BlockMoverModule::outstanding * clock / (latency + std::ceil(burst / word));
  const double most = std::min({port, fetched, under_way});
  return {{"port", "the block mover's port: 8 B a clock, whole words of each row", most, port, port},
          {"descriptors", "descriptors: fetched and taken apart, one after another", most, fetched, fetched},
          {"bursts", "reads under way, one a row, while memory answers", most, under_way, under_way}};
}

std::optional<std::uint64_t> ExtentWriterParameters::completes_in() const {
  constexpr double ends = 100;  // clocks, in which the chain begins and ends
  return static_cast<std::uint64_t>(
      (static_cast<double>(bytes()) / bounds().front().load + ends / static_cast<double>(mover.clock)) * 1e12);
}

RunSize ExtentWriterParameters::size(const MeasurePlan&, const HardwareParts& parts, double built) const {
  const bool verilog = parts.rtl > 0;
  const double rows = static_cast<double>(bytes()) / static_cast<double>(geometry.edge);
  const double words = std::ceil(static_cast<double>(geometry.edge) / BlockMoverModule::data_bytes);
  const auto chained = static_cast<double>(descriptors());
  RunSize size;
  size.rtl_cycles = verilog ? seconds(*completes_in()) * static_cast<double>(mover.clock) : 0;
  size.events = verilog ? rows + chained * ExtentCosts::rtl_descriptor
                        : rows * std::min(1 + words / 2, ExtentCosts::tlm_row) + chained * ExtentCosts::tlm_descriptor;
  size.cluster_work = size.events * (verilog ? 1 : ExtentCosts::tlm_event) + size.rtl_cycles * ExtentCosts::rtl_cycle +
                      static_cast<double>(geometry.volume_bytes()) * ExtentCosts::byte;
  size.peak_memory =
      RunSize::empty_process + built * RunSize::part + static_cast<double>(geometry.memory_bytes()) + chained * 128;
  return size;
}

}  // namespace isochron
