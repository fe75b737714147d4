// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/protocol/losses.h>
#include <isochron/protocol/part_condition.h>

namespace isochron {

/// What a part that faults will strike needs for them.
struct FaultContext {
  Losses& losses;  ///< outlives the part
  std::uint64_t seed = 1;
  LinkRetry retry = {};
};

/// A part that faults can strike. It is found by its place in the SystemC hierarchy: an sc_object that is Faulty too. A
/// part of which nobody says that faults will strike pays nothing for them.
class Faulty {
 public:
  /// Faults will strike. Once, after construction and before the simulation starts.
  virtual void expect_faults(const FaultContext& context) = 0;
  /// From `now` on this is wrong with it, in place of what was before. In the completions of an instant.
  virtual void set_condition(const PartCondition& condition, Time now) = 0;

 protected:
  ~Faulty() = default;
};

}  // namespace isochron
