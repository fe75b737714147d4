// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/stream_files.h>

#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/random_stream.h>

namespace isochron {

void StreamFiles::set(std::uint32_t stream, std::uint64_t file, std::uint64_t block, unsigned disk) {
  SplitMix64 draws = random_stream(config_.seed, "place of a file", file);
  const std::uint64_t first = boost::random::uniform_int_distribution<std::uint64_t>(0, blocks_of_a_disk() - 1)(draws);
  places_.at(stream) = {file, block, first, disk};
}

DutyCycle::Place StreamFiles::place(const Tag& tag) const {
  const Beginning& from = places_.at(tag.stream);
  const std::uint64_t block = from.block + tag.block;
  const unsigned disk = config_.striped ? disk_of(from.file, block) : from.disk;
  const std::uint64_t on_disk = config_.striped ? block / config_.disks : block;
  return {disk, (from.first + on_disk) % blocks_of_a_disk() * config_.block};
}

}  // namespace isochron
