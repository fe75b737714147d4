// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_gate.h>

namespace isochron {

JobGate::JobGate(Region& region, Client& client) : region_(region), client_(client) {
  region.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
}

void JobGate::come(Payload& payload, bool holds, Time now) {
  const std::uint64_t sequence = tag_of(payload).sequence;
  if (holder_ == sequence) {
    client_.enter(payload, now);
    return;
  }
  payload.acquire();
  waiting_.push(now, sequence, {&payload, holds});
  if (!holder_) region_.request(*this);
}

void JobGate::release() {
  holder_.reset();
  if (!waiting_.empty()) region_.request(*this);
}

void JobGate::ask(Time now) {
  while (!holder_ && !waiting_.empty()) {
    const Visit visit = waiting_.pop();
    if (visit.holds) holder_ = tag_of(*visit.payload).sequence;
    client_.enter(*visit.payload, now);
    visit.payload->release();
  }
}

}  // namespace isochron
