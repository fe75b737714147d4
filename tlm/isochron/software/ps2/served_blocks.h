// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/part/part_plan.h>

namespace isochron {

/// What extent servers call: whoever knows the blocks that are on their disks.
class ServedBlocks {
 public:
  struct Place {
    std::uint64_t begin = 0;  ///< position of the first byte
    std::uint64_t bytes = 0;
  };

  /// `plan`: of the part itself.
  virtual std::uint64_t disks_of_a_server(const PartPlan& plan) const = 0;
  /// Where blocks are on a disk, at most.
  virtual Place place_on_a_disk() const = 0;
  /// Whether they are read in any order, or as they lie on a disk.
  virtual bool are_at_random() const = 0;

 protected:
  ~ServedBlocks() = default;
};

}  // namespace isochron
