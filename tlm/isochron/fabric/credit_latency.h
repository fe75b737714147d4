// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/protocol/credit_link.h>

namespace isochron {

/// The way of credits back to the sender: a buffer that becomes free at the receiver is the sender's to use `latency`
/// picoseconds later. A request takes no time: the sender counts its credits itself. A buffer that has been free for
/// longer costs no event.
class CreditLatency final : public CreditForwardBase, public CreditBackwardBase, private Region::Activity {
 public:
  /// `latency`: ps, 1 or more.
  CreditLatency(Region& region, Time latency);

  Time latency() const { return latency_; }
  /// To be called at start of simulation.
  void join(CreditForwardBase& receiver, CreditBackwardBase& sender);

  bool request(Payload& packet, Time now) override;
  void send(Payload& packet, Time now) override { receiver_->send(packet, now); }
  void lose(Payload& packet, Time now) override { receiver_->lose(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  void keep_free_times() override { receiver_->keep_free_times(); }
  Time free_since(const Payload& packet) const override { return receiver_->free_since(packet); }

  void credit(Payload& packet, Time now) override { hold(packet, now + latency_); }
  void sent(Time now) override { sender_->sent(now); }

 private:
  struct Held {
    Time until = 0;
    Payload* packet = nullptr;
  };

  /// The credit for `packet` reaches the sender at `until`.
  void hold(Payload& packet, Time until);
  void complete(Time now) override;

  Region& region_;
  Time latency_;
  CreditForwardBase* receiver_ = nullptr;
  CreditBackwardBase* sender_ = nullptr;
  Ring<Held> on_the_way_;  ///< by time
};

}  // namespace isochron
