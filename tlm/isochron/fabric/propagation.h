// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <isochron/core/region.h>
#include <isochron/core/ring.h>
#include <isochron/protocol/credit_link.h>

namespace isochron {

class ProbeList;

/// The way from the end of a transfer to the receiver: a packet is delivered `delay` picoseconds after it was sent. Any
/// number is on the way, in order. Requests for buffers take no time, see CreditLatency. A packet on the way has its
/// buffer at the receiver already. What SerialLink and LinkDelay have in common.
class Propagation final : public CreditForwardBase, private Region::Activity {
 public:
  /// `delay`: ps; 0: packets are delivered at once, without an event.
  Propagation(Region& region, Time delay);
  ~Propagation() override;

  Time delay() const { return delay_; }
  /// To be called at start of simulation.
  void lead_to(CreditForwardBase& receiver) { receiver_ = &receiver; }

  bool request(Payload& packet, Time now) override { return receiver_->request(packet, now); }
  void send(Payload& packet, Time now) override;
  void lose(Payload& packet, Time now) override { receiver_->lose(packet, now); }
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  unsigned classes() const override { return receiver_->classes(); }
  void keep_free_times() override { receiver_->keep_free_times(); }
  Time free_since(const Payload& packet) const override { return receiver_->free_since(packet); }

  /// Probes of the part `name` that has it.
  void list_probes(ProbeList& list, const std::string& name);
  void start_trace(Time now);
  void stop_trace() { probes_ = nullptr; }

 private:
  struct Probes;
  struct Held {
    Time until = 0;
    Payload* packet = nullptr;
  };

  void complete(Time now) override;
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Time delay_;
  CreditForwardBase* receiver_ = nullptr;
  Ring<Held> on_the_way_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
