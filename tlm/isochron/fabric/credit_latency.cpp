// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/credit_latency.h>

#include <utility>

namespace isochron {

CreditLatency::CreditLatency(Region& region, Time latency) : region_(region), latency_(latency) {
  region_.join(*this, Region::Rank::link);
}

void CreditLatency::join(CreditForwardBase& receiver, CreditBackwardBase& sender) {
  receiver_ = &receiver;
  sender_ = &sender;
  receiver_->keep_free_times();
}

bool CreditLatency::request(Payload& packet, Time now) {
  if (!receiver_->request(packet, now)) return false;
  const Time free_since = receiver_->free_since(packet);
  // The sender has known of a buffer that has never been taken from the beginning.
  if (free_since == 0 || free_since + latency_ <= now) return true;
  hold(packet, free_since + latency_);
  return false;
}

void CreditLatency::hold(Payload& packet, Time until) {
  on_the_way_.push({until, &packet});
  // A sender with several requests may get a buffer of one port that has been free for longer than that of another.
  for (std::size_t i = on_the_way_.size() - 1; i > 0 && on_the_way_[i].until < on_the_way_[i - 1].until; --i)
    std::swap(on_the_way_[i], on_the_way_[i - 1]);
  region_.schedule(*this, on_the_way_.front().until);
}

void CreditLatency::complete(Time now) {
  while (!on_the_way_.empty() && on_the_way_.front().until == now) sender_->credit(*on_the_way_.pop().packet, now);
  if (!on_the_way_.empty()) region_.schedule(*this, on_the_way_.front().until);
}

}  // namespace isochron
