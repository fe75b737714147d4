// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <isochron/core/ring.h>
#include <isochron/dma/block_mover/tick_calls.h>
#include <isochron/protocol/at_initiator.h>

namespace isochron {

/// One direction of a port of a model at transaction level: bursts under way together, answers looked at in the order
/// of requests, as on AXI with one ID.
class OrderedPort final {
 public:
  /// `answered`: the oldest burst has its answer, to be given back with finish(). `accepted`: another request may go.
  OrderedPort(const char* name, const Domain& domain, TickCalls& calls, std::function<void(Message&)> answered,
              std::function<void()> accepted)
      : socket(name, domain, *this),
        calls_(calls),
        pool_(domain.pool),
        answered_(std::move(answered)),
        accepted_(std::move(accepted)) {}

  AtInitiatorOf<OrderedPort> socket;

  bool free() const { return !socket.requesting(); }
  std::size_t under_way() const { return bursts_.size(); }
  Message& allocate(std::uint64_t address, unsigned bytes) { return pool_.allocate(address, bytes); }
  void issue(Message& message) {
    bursts_.push({&message, false, false});
    socket.send(message);
  }
  /// The oldest burst is over.
  void finish() {
    const Burst burst = bursts_.pop();
    // Upon END_RESP the next answer may come from within, which is told of on its own.
    const bool next_is_here = !bursts_.empty() && bursts_.front().here;
    if (burst.held) socket.complete(*burst.message);
    burst.message->release();
    if (next_is_here) answered_(*bursts_.front().message);
  }

 private:
  friend class AtInitiatorOf<OrderedPort>;
  struct Burst {
    Message* message = nullptr;
    bool here = false;
    bool held = false;
  };

  void on_accepted(AtInitiatorBase&, Payload&, Time now) {
    calls_.at(calls_.seen(now), [this] { accepted_(); });
  }
  void on_response(AtInitiatorBase&, Payload& payload, Time) {
    std::size_t i = 0;
    while (bursts_[i].message != &payload) ++i;
    bursts_[i].here = true;
    bursts_[i].held = i == 0;
    if (i == 0)
      answered_(*bursts_[0].message);
    else
      socket.complete(payload);
  }

  TickCalls& calls_;
  MessagePool& pool_;
  std::function<void(Message&)> answered_;
  std::function<void()> accepted_;
  Ring<Burst> bursts_;
};

}  // namespace isochron
