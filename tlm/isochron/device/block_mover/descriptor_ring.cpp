// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/block_mover/descriptor_ring.h>

#include <stdexcept>

namespace isochron::block_mover {

DescriptorRing::DescriptorRing(BlockMoverDriver& driver, MemoryAccess& memory, std::uint64_t base, std::uint32_t places)
    : driver_(driver), memory_(memory), base_(base), places_(places) {
  if (places < 3) throw std::invalid_argument("a ring has 3 places or more");
  if (base % Descriptor::bytes) throw std::invalid_argument("a ring begins at a multiple of 64");
}

bool DescriptorRing::push(const Move& move) {
  if (filled_ + 1 == places_) return false;
  const auto place = (first_ + filled_) % places_;
  Descriptor descriptor;
  descriptor.move = move;
  descriptor.next = address((place + 1) % places_);
  memory_.store(address(place), descriptor);
  ++filled_;
  if (started_) {
    driver_.move_tail(address(place));
  } else {
    taken_ = driver_.descriptors_done();
    driver_.start_chain(address(place), address(place));
    started_ = true;
  }
  return true;
}

std::optional<MoveResult> DescriptorRing::take() {
  if (!filled_ || driver_.descriptors_done() == taken_) return std::nullopt;
  ++taken_;
  const auto descriptor = memory_.load(address(first_));
  first_ = (first_ + 1) % places_;
  --filled_;
  return MoveResult{descriptor.move.tag, descriptor.error, descriptor.moved, descriptor.is_short, descriptor.is_long};
}

}  // namespace isochron::block_mover
