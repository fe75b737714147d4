// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Phases that a third party's component annotated with a delay, kept until their time has come. Off the hot path: members of
/// a region never annotate more than the region's own lead.
class DeferredPhases final : private Region::Activity {
 public:
  using Handler = std::function<void(Payload&, const tlm::tlm_phase&, bool completed)>;

  DeferredPhases(Region& region, Handler handler);

  /// `completed`: the callee returned TLM_COMPLETED, so that no further phase follows.
  void push(Time time, Payload& payload, const tlm::tlm_phase& phase, bool completed = false);

 private:
  void complete(Time now) override;

  struct Entry {
    Time time;
    Payload* payload;
    tlm::tlm_phase phase;
    bool completed;
  };
  Region& region_;
  Handler handler_;
  std::vector<Entry> entries_;  ///< in order of time, then of entry
};

}  // namespace isochron
