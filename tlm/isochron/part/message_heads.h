// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/part/part_plan.h>

namespace isochron {

/// A link or a switch that tells the head of a message from the rest of it. For the time before a run.
class MessageHeads {
 public:
  /// Seconds at least, of PartConfig::least_transit(), until the head of a message of `bytes` has crossed it, a link: a
  /// part behind it that cuts through goes on with that.
  virtual double head_transit(std::uint64_t bytes, const PartPlan& plan) const {
    (void)bytes;
    (void)plan;
    return 0;
  }
  /// It hands a message on once its head is there, as far as the rest comes in time for what is behind it.
  virtual bool cuts_through() const { return false; }

 protected:
  ~MessageHeads() = default;
};

}  // namespace isochron
