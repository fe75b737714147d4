// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Where the strands of a multidisk server lie, and of which kind each is. Strands are numbered in the order in which
/// they are asked for. Source: Gennart et al., section 4: consecutive strands on consecutive nodes.
class StrandPlacement {
 public:
  /// What strands there are.
  enum class Mix {
    one_kind,    ///< strand i is on node i mod N, disk (i / N) mod D
    every_node,  ///< two kinds, in turns, the read ones first: strand i of either on node i mod N, each on its own
                 ///< disks
    disk_number  ///< two kinds; the first half of all disks holds those that are read
  };
  /// Where a strand is; `turn` counts the strands on its disk.
  struct Location {
    unsigned node = 0;
    unsigned disk = 0;
    std::uint64_t turn = 0;
  };

  /// `nodes` and `disks` (a node) are 1 or more.
  StrandPlacement(Mix mix, std::uint64_t nodes, std::uint64_t disks) : mix_(mix), nodes_(nodes), disks_(disks) {}

  Location location_of(std::uint64_t strand) const;
  /// The inverse.
  std::uint64_t strand_at(const Location& place) const;
  /// The number among the strands of its kind.
  std::uint64_t number(std::uint64_t strand) const { return mix_ == Mix::every_node ? strand / 2 : strand; }
  /// Counts the strands on its node.
  std::uint64_t turn_on_node(std::uint64_t strand) const;
  /// Of two kinds it is of the second.
  bool of_second_kind(std::uint64_t strand) const;
  /// Disks of a node, of which the first ones hold strands of the first kind; with one disk it holds both.
  std::uint64_t disks_of_first_kind() const { return disks_ / 2; }

 private:
  Mix mix_;
  std::uint64_t nodes_;
  std::uint64_t disks_;
};

}  // namespace isochron
