// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/pcie/link_direction.h>
#include <isochron/pcie/timed_list.h>

namespace isochron {

/// LinkDirection with one event for each packet, its handing over, where nothing waits. What DLLPs do is worked out
/// when somebody needs to know it: each has a time from which it may go, and waits for nothing but what the transmitter
/// sends, whose end is known. Only while a packet waits for credits or for the replay buffer do they have events.
class FastDirection final : public LinkDirection, private Region::Activity {
 public:
  FastDirection(Region& region, const PcieLinkConfig& config);

  void send(Payload& packet, unsigned input, Time now) override;
  void release(const Tlp& tlp, Time when) override;
  void bring_to(Time now) override;
  void start_trace(Time now) override;
  void stop_trace() override;

 private:
  /// What makes a DLLP due, at its time: a packet has come in, or a buffer is released.
  struct Cause {
    Time at = 0;
    bool arrival = false;
    Tlp tlp{};
    std::uint64_t bytes = 0;  ///< on the link
  };
  /// A DLLP has come across.
  struct Effect {
    Time at = 0;
    Dllp dllp{};
  };
  struct InFlight {
    Time at = 0;
    Payload* packet = nullptr;
    TlpType type = TlpType::posted;
    bool lost = false;
  };

  FastDirection& back() { return static_cast<FastDirection&>(*back_); }

  void ask(Time now) override;
  void complete(Time now) override;
  void hold_dllps(Time now, Time until) override;

  void choose_next(Time now);
  void start(const TlpQueues::Place& place, Time now);
  void send_owed(Time until, bool included);
  Time next_owed(Time until);
  void apply_effects(Time now);
  void learn(Time now, bool included);
  void add_cause(const Cause& cause);
  void add_effect(const Effect& effect);
  void follow(Time now);
  void wake_at(Time time);
  void reschedule();

  TimedList<InFlight> in_flight_;
  Time wake_ = end_of_time;       ///< when it asks again
  Time scheduled_ = end_of_time;  ///< its event
  bool blocked_ = false;          ///< packets wait, the transmitter is free, and there is no room for any
  bool followed_ = false;         ///< somebody waits for what it sends for the other direction
  bool traced_ = false;
  bool direct_;                ///< a released buffer has its effect a fixed time later
  TimedList<Cause> causes_;    ///< of DLLPs that this direction sends
  TimedList<Effect> effects_;  ///< on the packets that this direction sends
};

}  // namespace isochron
