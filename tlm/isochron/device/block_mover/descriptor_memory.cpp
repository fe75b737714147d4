// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/block_mover/descriptor_memory.h>

namespace isochron::block_mover {

void DescriptorMemory::store(std::uint64_t address, const Descriptor& descriptor) {
  const auto words = descriptor.words();
  for (std::uint64_t i = 1; i < words.size(); ++i) memory_.write_word(address + 4 * i, words[i]);
  memory_.write_word(address, words[0]);
}

Descriptor DescriptorMemory::load(std::uint64_t address) {
  Descriptor::Words words{};
  for (std::uint64_t i = 0; i < words.size(); ++i) words[i] = memory_.read_word(address + 4 * i);
  return Descriptor::from(words);
}

bool DescriptorMemory::done(std::uint64_t address) {
  // Ownership and status come back in one beat.
  return !(memory_.read_word(address) & 1) && (memory_.read_word(address + 4) & 1);
}

}  // namespace isochron::block_mover
