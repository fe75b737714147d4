// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <isochron/bus/arbiter.h>
#include <isochron/core/arrival_queue.h>
#include <isochron/core/class_turns.h>

namespace isochron {

/// Arbitration::class_strict and class_weighted. A transfer that leaves the bus after a packet can be overtaken there.
class ClassArbiter final : public Arbiter {
 public:
  /// `weights`: one a class, of 1 to most_classes classes, and higher classes are the last; empty: of all, alike.
  ClassArbiter(ClassOrder order, const std::vector<std::uint64_t>& weights);

  void add(Time now, BusRequest& request) override;
  BusRequest& grant() override;
  std::size_t waiting() const override { return waiting_; }

 private:
  ClassTurns turns_;
  std::array<ArrivalQueue<BusRequest*>, most_classes> requests_;  ///< by class
  ClassMask present_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace isochron
