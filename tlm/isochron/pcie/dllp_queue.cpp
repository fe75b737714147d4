// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/dllp_queue.h>

#include <algorithm>
#include <utility>

namespace isochron {

DllpQueue::DllpQueue(const DllpPolicy& policy, const ReceiveBuffers& buffers, unsigned classes)
    : policy_(policy), updates_(classes * tlp_types) {
  for (const TlpType type : all_tlp_types)
    limited_[index_of(type)] = buffers[type].headers != 0 || buffers[type].data != 0;
}

void DllpQueue::arrived(unsigned traffic_class, TlpType type, std::uint64_t bytes, Time now) {
  if (limited(type)) ++update(traffic_class, type).held;
  if (!policy_.acks) return;
  ack_bytes_ += bytes;
  if (ack_packets_++ == 0) ack_due_ = now + policy_.ack_latency;
  if (ack_packets_ == policy_.acks_every) ack_due_ = std::min(ack_due_, now);
  next_due_ = std::min(next_due_, ack_due_);
}

void DllpQueue::released(unsigned traffic_class, TlpType type, const Credits& credits) {
  Update& one = update(traffic_class, type);
  --one.held;
  one.credits += credits;
  unsettled_ = true;
}

void DllpQueue::settle_updates(Time now) {
  unsettled_ = false;
  for (Update& one : updates_) {
    const bool waits = one.credits.headers > 0 && one.due == end_of_time;
    if (waits && (one.credits.headers >= policy_.update_every || one.held <= 0)) one.due = now;
  }
  find_next();
}

void DllpQueue::find_next() {
  next_due_ = ack_due_;
  for (const Update& one : updates_) next_due_ = std::min(next_due_, one.due);
}

Dllp DllpQueue::take() {
  Dllp taken;
  if (ack_due_ == next_due_) {
    taken.acknowledged = std::exchange(ack_bytes_, 0);
    ack_packets_ = 0;
    ack_due_ = end_of_time;
  } else {
    std::size_t i = 0;
    while (updates_[i].due != next_due_) ++i;
    taken.traffic_class = static_cast<std::uint8_t>(i / tlp_types);
    taken.type = all_tlp_types[i % tlp_types];
    taken.credits = std::exchange(updates_[i].credits, {});
    updates_[i].due = end_of_time;
  }
  find_next();
  return taken;
}

}  // namespace isochron
