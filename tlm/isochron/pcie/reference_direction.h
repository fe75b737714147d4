// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/pcie/link_direction.h>
#include <isochron/pcie/timed_list.h>

namespace isochron {

/// LinkDirection, step by step: the end of each packet and DLLP, each arrival, each handing over, each DLLP's effect
/// and each Ack that falls due is an event. The reference for FastDirection.
class ReferenceDirection final : public LinkDirection {
 public:
  ReferenceDirection(Region& region, const PcieLinkConfig& config);

  void send(Payload& packet, unsigned input, Time now) override;
  void release(const Tlp& tlp, Time when) override;
  void bring_to(Time now) override;

 private:
  /// One kind of event of a direction.
  class Step final : public Region::Activity {
   public:
    using Handler = void (ReferenceDirection::*)(Time now);
    Step(ReferenceDirection& direction, Handler handler) : direction_(direction), handler_(handler) {}

   private:
    void complete(Time now) override { (direction_.*handler_)(now); }

    ReferenceDirection& direction_;
    Handler handler_;
  };
  struct Arrival {
    Time at = 0;
    Sent sent{};
  };
  struct Effect {
    Time at = 0;
    Dllp dllp{};
  };
  struct Release {
    Time at = 0;
    Tlp tlp{};
  };

  ReferenceDirection& back() { return static_cast<ReferenceDirection&>(*back_); }

  void ask(Time now) override;
  void hold_dllps(Time, Time) override {}  ///< none is sent before its time
  void send_next(Time now, bool packets);
  void start(const TlpQueues::Place& place, Time now);
  void transmission_ended(Time now);
  void packet_arrived(Time now);
  void packet_ready(Time now);
  void dllp_arrived(Time now);
  void dllp_due(Time now);
  void buffers_free(Time now);
  void settle_owed(Time now);
  void schedule_effect(const Effect& effect, Time now);

  bool sending_ = false;
  TimedList<Arrival> arriving_;
  TimedList<Arrival> getting_ready_;
  TimedList<Effect> effects_;
  TimedList<Release> releases_;
  Step handing_over_{*this, &ReferenceDirection::packet_ready};
  Step ending_{*this, &ReferenceDirection::transmission_ended};
  Step arrival_{*this, &ReferenceDirection::packet_arrived};
  Step effect_{*this, &ReferenceDirection::dllp_arrived};
  Step due_{*this, &ReferenceDirection::dllp_due};
  Step releasing_{*this, &ReferenceDirection::buffers_free};
};

}  // namespace isochron
