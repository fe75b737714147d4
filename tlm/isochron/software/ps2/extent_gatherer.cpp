// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/ps2/extent_gatherer.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

namespace {

constexpr std::uint64_t most_memory = 512ull << 20;  // bytes, of volume and image
constexpr std::uint64_t most_descriptors = 1'000'000;

}  // namespace

ParameterTable ExtentGatherer::Config::parameters() {
  const std::string ps2 = "Messerli, Gennart, Hersch, PS2, section 5";
  ParameterTable table;
  table.count("volume.width", geometry.width, {1, 8192}, "bytes of a row; a voxel is a byte", ps2);
  table.count("volume.height", geometry.height, {1, 8192}, "rows of a plane", ps2);
  table.count("volume.depth", geometry.depth, {1, 8192}, "planes", "our own; 384 in the paper");
  table.count("extent", geometry.edge, {1, 256}, "edge of an extent, in voxels", ps2);
  table.count("extents", geometry.extents, {1, 100'000}, "that are gathered, spread evenly over the volume", "our own");
  table.choice("descriptor", descriptor, {"volume", "rows", "flat"},
               "one of three dimensions an extent; one of two dimensions a plane of it; one a row of it", "our own");
  table.check([this] { return problems(); });
  return table;
}

std::vector<ParameterProblem> ExtentGatherer::Config::problems() const {
  std::vector<ParameterProblem> found;
  const ExtentGeometry& g = geometry;
  const std::pair<const char*, std::uint64_t> dimensions[] = {
      {"volume.width", g.width}, {"volume.height", g.height}, {"volume.depth", g.depth}};
  for (const auto& [path, size] : dimensions)
    if (size % g.edge != 0)
      found.push_back({path,
                       "the volume is no whole number of extents",
                       "take a multiple of extent",
                       {path, "extent"},
                       {{path, std::max(size / g.edge, std::uint64_t{1}) * g.edge}}});
  if (!found.empty()) return found;
  if (g.extents > g.in_volume())
    found.push_back({"extents",
                     "the volume has " + std::to_string(g.in_volume()) + " extents",
                     "take no more than that, or a larger volume",
                     {"extents", "volume.width", "volume.height", "volume.depth"},
                     {{"extents", g.in_volume()}}});
  if (g.memory_bytes() > most_memory)
    found.push_back({"volume.depth",
                     "volume and image take " + std::to_string(g.memory_bytes() >> 20) + " MiB",
                     "keep them below " + std::to_string(most_memory >> 20) + " MiB",
                     {"volume.width", "volume.height", "volume.depth"},
                     {{"volume.depth", g.edge}}});
  if (descriptors() > most_descriptors)
    found.push_back({"extents",
                     std::to_string(descriptors()) + " descriptors",
                     "keep them below " + std::to_string(most_descriptors),
                     {"extents", "descriptor"},
                     {{"extents", most_descriptors / g.descriptors(descriptor)}}});
  return found;
}

MoveShape ExtentGatherer::Config::shape() const {
  const std::uint64_t each = geometry.descriptors(descriptor);
  return {geometry.extents * each, geometry.extent_bytes() / each, geometry.edge,
          geometry.width == geometry.edge && descriptor != ExtentGeometry::Descriptor::flat};
}

ExtentGatherer::ExtentGatherer(const sc_core::sc_module_name& name, const Config& config, std::uint64_t seed,
                               WorkDone& done)
    : sc_module(name), config_(config), volume_(seed), done_(done) {}

std::vector<block_mover::Move> ExtentGatherer::moves(LocalMemory& memory) {
  memory_ = &memory;
  fill(memory);
  return config_.geometry.moves(config_.descriptor);
}

void ExtentGatherer::fill(LocalMemory& memory) const {
  const ExtentGeometry& g = config_.geometry;
  std::vector<std::uint8_t> row(g.width);
  std::uint64_t address = 0;
  for (std::uint64_t z = 0; z < g.depth; ++z)
    for (std::uint64_t y = 0; y < g.height; ++y, address += g.width) {
      for (std::uint64_t x = 0; x < g.width; ++x) row[x] = volume_.at(x, y, z);
      memory.poke(address, row.data(), row.size());
    }
}

/// Voxel by voxel: nothing here knows of strides or descriptors.
void ExtentGatherer::check() const {
  const ExtentGeometry& g = config_.geometry;
  std::vector<std::uint8_t> extent(g.extent_bytes());
  for (std::uint64_t i = 0; i < g.extents; ++i) {
    memory_->peek(g.place_of(i), extent.data(), extent.size());
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

void ExtentGatherer::moved(std::uint64_t moves, Time now) {
  const std::uint64_t each = config_.geometry.descriptors(config_.descriptor);
  for (; (gathered_ + 1) * each <= moves; ++gathered_) fingerprint_ = mix(fingerprint_ ^ now);
  if (gathered_ < config_.geometry.extents) return;
  check();
  checked_ = config_.bytes();
  done_.work_done(now);
}

std::string ExtentGatherer::left_to_do() const {
  const std::uint64_t left = config_.geometry.extents - gathered_;
  return left == 0 ? "" : std::to_string(left) + " extents left";
}

void ExtentGatherer::add_to(ReplicationRecord& record) const {
  // That of a single list is its own.
  record.fingerprint = record.fingerprint == 0 ? fingerprint_ : mix(record.fingerprint ^ fingerprint_);
  record.messages += config_.geometry.extents;
}

void ExtentGatherer::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.count("gathered", gathered_);
  figures.bytes("checked", checked_);
}

TypeInfo ExtentGatherer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A program that lets a block mover gather extents of a volume, and compares every byte";
  info.source = "Messerli, Gennart, Hersch, PS2, section 5";
  info.ports = {{"moves", MoveList::calls, "target", "what the mover is to do"}};
  info.statistics = {{"gathered", "1", "extents"}, {"checked", "B", "of the extents, compared with the volume"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
