// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/extent_writer.h>

#include <isochron/core/clock_grid.h>
#include <isochron/core/error.h>
#include <isochron/dma/block_mover/descriptor.h>

namespace isochron {

namespace {

/// Bytes on the port of a descriptor's fetch, and of its write-back, a burst of two words.
constexpr std::uint64_t descriptor_traffic = block_mover::Descriptor::bytes + 2 * BlockMoverModule::data_bytes;

}  // namespace

ExtentWriter::ExtentWriter(const Parameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(BlockMoverModule::pool_capacity, phases_of(parameters.bus_model), overrides),
      parameters_(parameters),
      volume_(seed) {
  parts_ = assemble(assembly_, parameters_, this);
  fill();
  parts_.mover->give(parameters_.geometry.moves(parameters_.descriptor));
}

ExtentWriter::Parts ExtentWriter::assemble(Assembly& machine, const Parameters& p, ExtentWriter* model) {
  ChainMover::Config config = p.mover;
  machine.configure("mover", config.parameters());
  Parts parts;
  parts.mover = machine.part<ChainMover>(
      "mover", [&](const char* name) { return std::make_unique<ChainMover>(name, machine.domain(), config, *model); });
  return parts;
}

void ExtentWriter::fill() {
  const ExtentGeometry& g = parameters_.geometry;
  std::vector<std::uint8_t> row(g.width);
  std::uint64_t address = 0;
  for (std::uint64_t z = 0; z < g.depth; ++z)
    for (std::uint64_t y = 0; y < g.height; ++y, address += g.width) {
      for (std::uint64_t x = 0; x < g.width; ++x) row[x] = volume_.at(x, y, z);
      memory().poke(address, row.data(), row.size());
    }
}

/// Voxel by voxel: nothing here knows of strides or descriptors.
void ExtentWriter::check() const {
  const ExtentGeometry& g = parameters_.geometry;
  std::vector<std::uint8_t> extent(g.extent_bytes());
  for (std::uint64_t i = 0; i < g.extents; ++i) {
    parts_.mover->memory().peek(g.place_of(i), extent.data(), extent.size());
    const ExtentGeometry::Voxel first = g.origin(i);
    std::size_t at = 0;
    for (std::uint64_t z = 0; z < g.edge; ++z)
      for (std::uint64_t y = 0; y < g.edge; ++y)
        for (std::uint64_t x = 0; x < g.edge; ++x, ++at) {
          const std::uint8_t right = volume_.at(first.x + x, first.y + y, first.z + z);
          if (extent[at] != right)
            throw ModelError("byte " + std::to_string(at) + " of extent " + std::to_string(i) + ", voxel (" +
                             std::to_string(first.x + x) + ", " + std::to_string(first.y + y) + ", " +
                             std::to_string(first.z + z) + "), is " + std::to_string(extent[at]) + "; the volume has " +
                             std::to_string(right));
        }
  }
}

void ExtentWriter::moved(std::uint64_t moves, Time now) {
  const std::uint64_t each = parameters_.geometry.descriptors(parameters_.descriptor);
  for (; (written_ + 1) * each <= moves; ++written_) fingerprint_ = mix(fingerprint_ ^ now);
  if (written_ < parameters_.geometry.extents) return;
  check();
  const ClockGrid edges = ClockGrid::frequency(parts_.mover->clock());
  const Time started = parts_.mover->started();
  counts_.clocks = edges.tick_at_or_before(now) - edges.tick_at_or_before(started);
  counts_.time = now - started;
  counts_.checked = parameters_.bytes();
  counts_.rtl_cycles = parts_.mover->cycles();
  take_reports(now);
}

std::string ExtentWriter::left_to_do() const {
  const std::uint64_t left = parameters_.geometry.extents - written_;
  return left == 0 ? "" : std::to_string(left) + " extents left";
}

TypeInfo ExtentWriter::type_info() {
  Parameters p;
  return machine_info("extent_writer",
                      "A block mover that gathers extents of a volume into a file's image, every byte compared",
                      "Messerli, Gennart, Hersch, Performances of the PS2 Parallel Storage and Processing System for "
                      "Tomographic Image Visualization, section 5",
                      p.table(), infos_of(figures(p, {1, second, 0, 0})), metric_rules());
}

std::vector<MetricRule> ExtentWriter::metric_rules() {
  return {{"mover", {"mover"}, {{"utilisation", "1", "fraction of time that the block mover has a list"}}}};
}

std::vector<MachineFigure> ExtentWriter::figures(const Parameters& p, const Counts& counts) {
  const auto bytes = static_cast<double>(p.bytes()), clocks = static_cast<double>(counts.clocks);
  return {{{"throughput", "B/s", "bytes of the extents, over the time from the start of the chain to its end"},
           bytes / seconds(counts.time)},
          {{"completion_time", "s", "from the start of the chain of descriptors to its end"}, seconds(counts.time)},
          {{"cycles_per_extent", "1", "clocks of the mover from the start of the chain to its end, over the extents"},
           clocks / static_cast<double>(p.geometry.extents)},
          {{"bytes_per_cycle", "B", "bytes of the extents, over the same clocks; the port has 8"}, bytes / clocks},
          {{"descriptors", "1", "that the mover carried out"}, static_cast<double>(p.descriptors())},
          {{"descriptors.bytes", "B", "of those, at the mover's port D: 64 of each fetched, 16 written back"},
           static_cast<double>(p.descriptors() * descriptor_traffic)},
          {{"data.checked", "B", "bytes of the extents compared with the volume"}, static_cast<double>(counts.checked)},
          {{"rtl.cycles", "1", "clock cycles of Verilog (the mover with impl: rtl; else 0)"},
           static_cast<double>(counts.rtl_cycles)}};
}

void ExtentWriter::add_to(ReplicationRecord& record) const {
  for (const MachineFigure& figure : figures(parameters_, counts_)) single(record, figure);
  record.rtl_cycles = counts_.rtl_cycles;
  record.fingerprint = fingerprint_;
  record.messages = parameters_.geometry.extents;
}

}  // namespace isochron
