// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>

namespace isochron {

/// What is sent where to rebuild what a failure has taken away: the contents of the sinks of a traffic with
/// `rebuild_bytes` that are among what has failed. Source of the policies: Patterson et al. 1988 (RAID-5) and Holland
/// and Gibson 1992 (declustered parity).
struct RebuildPlan {
  /// A sink, and those that have parts of its units.
  struct Lane {
    std::uint32_t sink = 0;              ///< endpoint
    std::vector<std::uint32_t> sources;  ///< by their numbers in the machine
  };

  std::size_t traffic = 0;
  std::vector<Lane> lanes;   ///< one or more
  std::uint64_t unit = 0;    ///< bytes, an I/O of the sources
  std::uint64_t units = 0;   ///< of all lanes, each with as many
  std::uint64_t parts = 0;   ///< that make a unit, each as large as it
  std::uint64_t rate = 0;    ///< bit/s of rebuilt units, at most
  std::uint64_t window = 0;  ///< units under way at most

  /// Of `fault`, which has `rebuild`, in the machine before it. Throws InputError.
  RebuildPlan(const Netlist& netlist, const FlatFault& fault);

  /// The part number `part` of the unit `number` comes from this source: all sources of its lane have their turns, so
  /// that of C - 1 sources each reads parts / (C - 1) of what is rebuilt.
  std::uint32_t source(std::uint64_t number, std::uint64_t part) const {
    const std::vector<std::uint32_t>& sources = lane(number).sources;
    return sources[(number / lanes.size() * parts + part) % sources.size()];
  }
  const Lane& lane(std::uint64_t number) const { return lanes[number % lanes.size()]; }
};

}  // namespace isochron
