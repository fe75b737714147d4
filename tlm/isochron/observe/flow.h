// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <isochron/observe/backlog.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/replication_record.h>

namespace isochron {

/// Amounts that parts of a machine together ask for, and what of them arrives or is lost: whether a machine keeps up is
/// judged by them.
class Flow {
 public:
  /// `unit` of the amounts: "B", or "1" for pieces.
  explicit Flow(std::string unit) : unit_(std::move(unit)) {}
  Flow(const Flow&) = delete;
  Flow& operator=(const Flow&) = delete;

  /// `part` reports to this flow from now on. Both must last until the simulation has ended.
  void add(FlowCounter& part) {
    part.count_in(backlog_);
    parts_.push_back(&part);
  }
  void start_window(Time now) {
    catch_up(now);
    backlog_.start_window(now);
  }
  /// Of the window up to now.
  FlowSample sample(Time now) const {
    catch_up(now);
    return backlog_.sample(unit_);
  }

 private:
  void catch_up(Time now) const {
    for (FlowCounter* const part : parts_) part->catch_up(now);
  }

  std::string unit_;
  Backlog backlog_;
  std::vector<FlowCounter*> parts_;
};

}  // namespace isochron
