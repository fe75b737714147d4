// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/descriptor_memory.h>

namespace isochron::block_mover {

void DescriptorMemory::store(std::uint64_t address, const Descriptor& descriptor) {
  const auto calls = memory_.calls();
  const auto stored = descriptor_of(descriptor);
  blmv_store(&calls, address, &stored);
  memory_.go_on();
}

Descriptor DescriptorMemory::load(std::uint64_t address) {
  const auto calls = memory_.calls();
  blmv_descriptor descriptor{};
  blmv_load(&calls, address, &descriptor);
  memory_.go_on();
  return descriptor_of(descriptor);
}

bool DescriptorMemory::done(std::uint64_t address) {
  const auto calls = memory_.calls();
  bool done = false;
  blmv_is_done(&calls, address, &done);
  memory_.go_on();
  return done;
}

}  // namespace isochron::block_mover
