// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/arbiter.h>
#include <isochron/core/arrival_queue.h>

namespace isochron {

/// Arbitration::first_come.
class FirstComeArbiter final : public Arbiter {
 public:
  void add(Time now, BusRequest& request) override { requests_.push(now, request.sequence, &request); }
  BusRequest& grant() override { return *requests_.pop(); }
  std::size_t waiting() const override { return requests_.size(); }

 private:
  ArrivalQueue<BusRequest*> requests_;
};

}  // namespace isochron
