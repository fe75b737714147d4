// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/strand_placement.h>

namespace isochron {

StrandPlacement::Location StrandPlacement::location_of(std::uint64_t strand) const {
  const std::uint64_t row = number(strand) / nodes_;
  const unsigned node = static_cast<unsigned>(number(strand) % nodes_);
  if (mix_ != Mix::every_node) return {node, static_cast<unsigned>(row % disks_), row / disks_};
  if (disks_ == 1) return {node, 0, 2 * row + strand % 2};
  const bool of_second = of_second_kind(strand);
  const std::uint64_t first_disk = of_second ? disks_of_first_kind() : 0;
  const std::uint64_t disks = of_second ? disks_ - disks_of_first_kind() : disks_of_first_kind();
  return {node, static_cast<unsigned>(first_disk + row % disks), row / disks};
}

std::uint64_t StrandPlacement::strand_at(const Location& place) const {
  if (mix_ != Mix::every_node) return (place.turn * disks_ + place.disk) * nodes_ + place.node;
  if (disks_ == 1) return 2 * (place.turn / 2 * nodes_ + place.node) + place.turn % 2;
  const bool of_second = place.disk >= disks_of_first_kind();
  const std::uint64_t first_disk = of_second ? disks_of_first_kind() : 0;
  const std::uint64_t disks = of_second ? disks_ - disks_of_first_kind() : disks_of_first_kind();
  const std::uint64_t row = place.turn * disks + place.disk - first_disk;
  return 2 * (row * nodes_ + place.node) + (of_second ? 1 : 0);
}

std::uint64_t StrandPlacement::turn_on_node(std::uint64_t strand) const {
  const std::uint64_t row = number(strand) / nodes_;
  return mix_ == Mix::every_node ? 2 * row + strand % 2 : row;
}

bool StrandPlacement::of_second_kind(std::uint64_t strand) const {
  if (mix_ == Mix::every_node) return strand % 2 == 1;
  if (mix_ == Mix::one_kind) return false;
  const Location place = location_of(strand);
  return place.node * disks_ + place.disk >= nodes_ * disks_ / 2;
}

}  // namespace isochron
