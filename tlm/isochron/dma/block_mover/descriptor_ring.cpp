// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/descriptor_ring.h>

#include <stdexcept>

#include <isochron/dma/block_mover/descriptor.h>

namespace isochron::block_mover {

DescriptorRing::DescriptorRing(BlockMoverDriver& driver, MemoryAccess& memory, std::uint64_t base, std::uint32_t places)
    : driver_(driver), memory_(memory) {
  const auto calls = memory_.calls();
  if (blmv_ring_open(&ring_, &driver_.device_, &calls, base, places) != 0)
    throw std::invalid_argument("a ring has 3 places or more and begins at a multiple of 64");
}

int DescriptorRing::checked(int outcome) {
  memory_.go_on();
  return driver_.checked(outcome);
}

bool DescriptorRing::push(const Move& move) {
  const auto c_move = move_of(move);
  return checked(blmv_ring_push(&ring_, &c_move)) != BLMV_FULL;
}

std::optional<MoveResult> DescriptorRing::take() {
  blmv_result result{};
  const int outcome = checked(blmv_ring_take(&ring_, &result));
  if (outcome == BLMV_NOT_YET) return std::nullopt;
  if (outcome == BLMV_UNKNOWN) throw BusError("the write-back of a descriptor failed");
  return result_of(result);
}

}  // namespace isochron::block_mover
