// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/analyse/part_loads.h>

namespace isochron {

/// What the work that parts have of their own brings to them and to the buses between them and memory, by arithmetic.
class WorkLoads {
 public:
  /// `netlist` has work and must outlive this. Throws InputError where work without end leaves nothing of a bus.
  explicit WorkLoads(const Netlist& netlist);

  /// Of each kind of part, the instance that the work keeps longest, in bytes/s of what is worked on; those that carry
  /// come first.
  std::vector<ResourceBound> bounds() const;
  /// When the work is done, by the tightest of them, ps.
  std::uint64_t completes_in() const;
  /// Events of the region, of all work.
  double events() const;

 private:
  void add(const FlatWork& work);
  void add_endless(const FlatWork& work);

  const Netlist& netlist_;
  PartLoads loads_;
  double bytes_ = 0;           ///< of all work with an end
  double rounds_events_ = 0;   ///< of rounds, beside those of transfers
  double endless_events_ = 0;  ///< of work without end, in a second
};

}  // namespace isochron
