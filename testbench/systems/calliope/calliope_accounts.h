// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>

#include "support/library_machine.h"

namespace isochron::testbench {

/// Accounts of the sessions of a `calliope`.
class CalliopeAccounts {
 public:
  /// Accounts for a machine with these parameters.
  explicit CalliopeAccounts(const Settings& settings);

  /// Streams that a unit is given at most: no more than the parts of a storage unit carry, by the bounds of
  /// `calliope_msu`.
  std::uint64_t streams_a_unit() const { return streams_a_unit_; }
  /// Throws std::runtime_error unless the accounts of the machine in this process agree with its sessions as they are
  /// `now`: none is gone, units have the streams of those that play there and no more than they may have, a failed unit
  /// has none, and only its sessions are lost.
  void check(Time now) const;

 private:
  bool may_fail(std::uint64_t unit) const;

  unsigned units_;
  std::uint64_t streams_a_unit_;
  std::vector<std::uint64_t> failures_;
  Time fail_;    ///< when the coordinator knows of them
  Time return_;  ///< when they work again
};

}  // namespace isochron::testbench
