// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/deferred_phases.h>

#include <algorithm>

namespace isochron {

DeferredPhases::DeferredPhases(Region& region, Handler handler) : region_(region), handler_(std::move(handler)) {
  region_.join(*this, Region::Rank::timer);
}

void DeferredPhases::push(Time time, Payload& payload, const tlm::tlm_phase& phase, bool completed) {
  const auto place = std::upper_bound(entries_.begin(), entries_.end(), time,
                                      [](Time value, const Entry& entry) { return value < entry.time; });
  entries_.insert(place, Entry{time, &payload, phase, completed});
  region_.schedule(*this, entries_.front().time);
}

void DeferredPhases::complete(Time now) {
  while (!entries_.empty() && entries_.front().time <= now) {
    const Entry entry = entries_.front();
    entries_.erase(entries_.begin());
    handler_(*entry.payload, entry.phase, entry.completed);
  }
  if (!entries_.empty()) region_.schedule(*this, entries_.front().time);
}

}  // namespace isochron
