// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <isochron/core/bit_errors.h>
#include <isochron/core/rate.h>
#include <isochron/core/region.h>
#include <isochron/observe/time_in.h>
#include <isochron/protocol/credit_link.h>
#include <isochron/protocol/faulty.h>

namespace isochron {

/// The transmitter of a link that faults strike: packets with bit errors, outages, other rates. It stands between the
/// sender and what is before the receiver, in place of the transmitter that has no faults.
///
/// A packet with a bit error costs its transfer and, with a retry scheme, the round trip until its Nak is back (go back
/// n) or its transfer alone (selective). It is sent again until it comes across. Without a scheme it is lost. Packets
/// arrive in their order: behind one that is sent again alone, others wait at the receiver.
///
/// During an outage nothing leaves: what was being transferred is sent again afterwards, or is lost without a scheme.
/// Once the link is dead, what is sent into it is lost. It dies by itself where a packet has been sent again more often
/// than the limit allows. A buffer at the far end that was granted for what is lost is given back.
class FaultyTransmitter final : public CreditForwardBase, public CreditBackwardBase, private Region::Activity {
 public:
  struct Config {
    std::uint64_t rate = 0;  ///< bit/s
    Time propagation = 0;    ///< ps; an Ack takes it too
  };

  /// `show` is called where in_flight() has changed.
  FaultyTransmitter(Region& region, const Config& config, const FaultContext& context, std::function<void(Time)> show);

  /// To be called at start of simulation. `receiver`: what is before it.
  void join(CreditForwardBase& receiver, CreditBackwardBase& sender);
  void set_condition(const PartCondition& condition, Time now);

  const Payload* in_flight() const { return in_flight_; }
  bool gave_up() const { return gave_up_; }

  // In this window:
  std::uint64_t errors = 0;  ///< packets with a wrong bit
  std::uint64_t resent = 0;  ///< packets
  std::uint64_t lost = 0;    ///< packets
  TimeIn down;
  void start_window(Time now);

  bool request(Payload& packet, Time now) override;
  void send(Payload& packet, Time now) override;
  std::string buffer_owner(const Payload& packet) const override { return receiver_->buffer_owner(packet); }
  unsigned classes() const override { return receiver_->classes(); }
  void keep_free_times() override { receiver_->keep_free_times(); }
  Time free_since(const Payload& packet) const override { return receiver_->free_since(packet); }
  void lose(Payload&, Time) override {}  ///< what is in front of it loses nothing

  void credit(Payload& packet, Time now) override;
  void sent(Time) override {}  ///< what is behind it transfers nothing

 private:
  enum class State {
    idle,        ///< it may wait for the time to send a packet again
    sending,     ///< the packet in flight
    discarding,  ///< it goes into nothing
    stopped,     ///< it waits for the end of an outage
    no_window,   ///< it waits for an Ack
    no_answer    ///< it waits for its Nak, or the timeout
  };
  /// A packet that is to be sent again alone.
  struct Resend {
    Time at = 0;
    Payload* packet = nullptr;
    std::uint64_t times = 0;  ///< that it has been sent again, with this one
  };
  /// A packet that has begun to leave, in order.
  struct Passing {
    Payload* packet = nullptr;
    bool across = false;
  };
  /// A buffer that was asked for, and that nobody waits for any more.
  struct VoidRequest {
    Payload* packet = nullptr;  ///< for which it was; it may be another one by now
    unsigned traffic_class = 0;
    Payload* next = nullptr;  ///< that will ask once this is over
  };

  bool is_dead() const { return condition_.dead || gave_up_; }
  bool is_selective() const { return retry_.scheme == LinkRetry::Scheme::selective; }
  void complete(Time now) override;
  void begin(Time now);
  void transfer(State state, Time now);
  void sending_ended(Time now);
  void failed(Time now);
  void came_across(Payload& packet, Time now);
  void pass_in_order(Time now);
  /// The packet in flight has gone, for now or for ever.
  void next(Time now);
  Time first_resend() const;
  void begin_resend(Time now);
  void die(Time now);
  void drop(Payload& packet, Time now);
  void ask(Payload& packet, Time now);
  /// When the packet whose transfer ends now is known to be wrong.
  Time answer_comes(Time now);
  bool window_is_open(Time now);
  Time window_opens() const;

  Region& region_;
  Config config_;
  Losses& losses_;
  LinkRetry retry_;
  std::function<void(Time)> show_;
  CreditForwardBase* receiver_ = nullptr;
  CreditBackwardBase* sender_ = nullptr;
  BitErrors bit_errors_;
  TransferClock clock_;
  std::uint64_t rate_;  ///< of `clock_`
  PartCondition condition_;
  State state_ = State::idle;
  Payload* in_flight_ = nullptr;
  std::uint64_t times_ = 0;     ///< that it has been sent again
  bool told_ = false;           ///< the sender has heard that it has left
  Payload* waiting_ = nullptr;  ///< the sender's next one, while another is sent again
  bool gave_up_ = false;
  std::vector<Resend> resends_;
  std::vector<Passing> passing_;      ///< of the selective scheme
  std::vector<Time> acks_;            ///< that will come, in order
  std::vector<Payload*> open_;        ///< that wait for a buffer
  std::vector<Payload*> unbuffered_;  ///< that have none, and are to be lost
  std::vector<VoidRequest> void_requests_;
};

}  // namespace isochron
