// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/protocol/part_condition.h>

namespace isochron {

/// How what a part has lost comes back to it, where it returns empty.
struct RebuildOptions {
  enum class Policy { classical, declustered };

  Policy policy = Policy::classical;
  std::uint64_t group = 0;    ///< units of a parity group, declustered: that which is lost among them; 0: one of each
  std::uint64_t rate = 0;     ///< bit/s; 0: it returns with what it had
  std::uint64_t window = 64;  ///< units under way at most
};

/// What a fault is, but for where it strikes.
struct FaultOptions {
  enum class Law { exponential, fixed };

  Time at = 0;
  Time lasts = 0;                ///< 0: for ever
  Time back = 0;                 ///< of a failure: when it ends; 0: never
  Time detect = 0;               ///< of an outage, until it is known; 0: it never is
  std::uint64_t factor = 1;      ///< by which what is slow takes longer, millionths
  bool and_back = false;         ///< the other direction of a link too
  std::uint64_t bit_errors = 0;  ///< probability, in units of 1e-18
  LinkRetry retry;
  Time mtbf = 0;  ///< mean time from the end of an outage to the next
  Time repair = 0;
  Law law = Law::exponential;  ///< of repairs
  std::uint64_t accelerate = 1;
  RebuildOptions rebuild;  ///< of a failure, from when it ends

  FaultOptions();

  /// Those of the kind of fault that the key `kind` of a file names: "down", "bit_errors", "set", "slow", "random",
  /// "fail".
  ParameterTable parameters(const std::string& kind);
};

}  // namespace isochron
