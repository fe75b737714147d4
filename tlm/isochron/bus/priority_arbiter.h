// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/bus/arbiter.h>
#include <isochron/core/ring.h>

namespace isochron {

/// Arbitration::priority.
class PriorityArbiter final : public Arbiter {
 public:
  explicit PriorityArbiter(unsigned devices) : requests_(devices) {}

  void add(Time now, BusRequest& request) override;
  BusRequest& grant() override;
  std::size_t waiting() const override { return waiting_; }

 private:
  std::vector<Ring<BusRequest*>> requests_;  ///< by device
  std::size_t waiting_ = 0;
};

}  // namespace isochron
