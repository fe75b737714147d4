// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/voyager/striped_file.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

ParameterTable StripedFile::Config::parameters() {
  ParameterTable table;
  table.count("stripe_nodes", nodes, {1, 1'000}, "nodes with disks that a file is striped over",
              "Voyager, section 5.3: one, two and three");
  table.count("disks_a_node", disks, {1, 1'000}, "disks of each of them that it is on", "Voyager, section 5.3: one");
  return table;
}

StripedFile::StripedFile(const Config& config) : config_(config) {
  if (config.nodes == 0 || config.disks == 0 || config.disks > config.disks_of_node)
    throw ModelError("files are striped over " + std::to_string(config.disks) + " disks of each of " +
                     std::to_string(config.nodes) + " nodes with " + std::to_string(config.disks_of_node) + " disks");
  if (config.files == 0 || config.block == 0 || config.capacity / config.files < config.block)
    throw ModelError(std::to_string(config.files) + " files have no room for a block of " +
                     std::to_string(config.block) + " B each on a disk of " + std::to_string(config.capacity) + " B");
  blocks_of_share_ = config.capacity / config.files / config.block;
}

StripedFile::Place StripedFile::place(std::uint64_t file, std::uint64_t block) const {
  if (file >= config_.files) throw ModelError("there is no file " + std::to_string(file));
  const std::uint64_t from_first = file % config_.nodes + block;  // nodes gone through, from node 0 on
  const std::uint64_t node = from_first % config_.nodes;
  const std::uint64_t row = from_first / config_.nodes;
  const std::uint64_t disk = (file / config_.nodes + row) % config_.disks;
  // Of `disks` consecutive rows each disk of the node has one: no two of a file's blocks there have the same number.
  const std::uint64_t in_share = row / config_.disks % blocks_of_share_;
  return {static_cast<std::uint32_t>(node), static_cast<std::uint32_t>(node * config_.disks_of_node + disk),
          (file * blocks_of_share_ + in_share) * config_.block};
}

}  // namespace isochron
