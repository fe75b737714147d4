// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/extent_writer_parameters.h>

#include <algorithm>
#include <cmath>

namespace isochron {

namespace {

constexpr std::uint64_t most_memory = 512ull << 20;  // bytes, of volume and image
constexpr std::uint64_t most_descriptors = 1'000'000;

}  // namespace

ParameterTable ExtentWriterParameters::table() {
  const std::string ps2 = "Messerli, Gennart, Hersch, PS2, section 5";
  ParameterTable table;
  table.count("volume.width", geometry.width, {1, 8192}, "bytes of a row; a voxel is a byte", ps2);
  table.count("volume.height", geometry.height, {1, 8192}, "rows of a plane", ps2);
  table.count("volume.depth", geometry.depth, {1, 8192}, "planes", "our own; 384 in the paper");
  table.count("extent", geometry.edge, {1, 256}, "edge of an extent, in voxels", ps2);
  table.count("extents", geometry.extents, {1, 100'000}, "that are gathered, spread evenly over the volume", "our own");
  table.choice("descriptor", descriptor, {"volume", "rows", "flat"},
               "one of three dimensions an extent; one of two dimensions a plane of it; one a row of it", "our own");
  table.include(mover.timing_parameters());
  table.check([this] { return problems(); });
  add_bus_model(table, bus_model);
  return table;
}

std::vector<ParameterProblem> ExtentWriterParameters::problems() const {
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

}  // namespace isochron
