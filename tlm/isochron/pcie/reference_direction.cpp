// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/reference_direction.h>

namespace isochron {

ReferenceDirection::ReferenceDirection(Region& region, const PcieLinkConfig& config) : LinkDirection(region, config) {
  for (Step* const step : {&handing_over_, &ending_, &arrival_, &effect_, &due_, &releasing_})
    region_.join(static_cast<Region::Activity&>(*step), Region::Rank::link);
}

void ReferenceDirection::send(Payload& packet, unsigned input, Time now) {
  enqueue(packet, input, now);
  region_.request(*this);
}

void ReferenceDirection::release(const Tlp& tlp, Time when) {
  if (!back().owed_.limited(tlp.type)) return;
  releases_.insert({when, of_link(tlp)});
  if (when <= region_.now())
    buffers_free(when);
  else
    region_.schedule(releasing_, releases_.next());
}

void ReferenceDirection::buffers_free(Time now) {
  while (!releases_.empty() && releases_.next() <= now) {
    const Tlp tlp = releases_.pop().tlp;
    back().owed_.released(tlp.traffic_class, tlp.type, Credits::of(tlp));
  }
  region_.request(back());
  if (!releases_.empty()) region_.schedule(releasing_, releases_.next());
}

void ReferenceDirection::bring_to(Time now) {
  // A window or a trace may begin before the simulation does.
  if (back_ == nullptr) return;
  // What a run did may be asked for in its last instant, before the requests of that: a DLLP that is due begins in it.
  settle_owed(now);
  if (!sending_ && simulated_ && owed_.next_due() <= now) send_next(now, false);
}

void ReferenceDirection::ask(Time now) {
  settle_owed(now);
  back().settle_owed(now);
  if (!sending_) send_next(now, true);
}

/// Sends a skip ordered set, a DLLP or, where there may be one, a packet; the transmitter is free.
void ReferenceDirection::send_next(Time now, bool packets) {
  free_ = skips_.catch_up(free_, now);
  TlpQueues::Place place;
  if (free_ <= now) {
    if (simulated_ && owed_.next_due() <= now) {
      const Dllp dllp = owed_.take();
      const Time end = begin(dllp, now);
      back().schedule_effect({end + propagation_, dllp}, now);
    } else if (packets && !queues_->empty() && choose(place)) {
      start(place, now);
    } else {
      return;
    }
  }
  sending_ = true;
  region_.schedule(ending_, free_);
}

void ReferenceDirection::start(const TlpQueues::Place& place, Time now) {
  const Sent sent = begin(place, now);
  if (!sent.lost) {
    arriving_.insert({sent.whole, sent});
    region_.schedule(arrival_, arriving_.next());
  }
  getting_ready_.insert({sent.ready, sent});
  region_.schedule(handing_over_, getting_ready_.next());
  from_->leaves(*sent.packet, sent.input, now, sent.end);
}

void ReferenceDirection::transmission_ended(Time now) {
  sending_ = false;
  show(now);
  region_.request(*this);
}

void ReferenceDirection::packet_arrived(Time now) {
  const Sent sent = arriving_.pop().sent;
  if (!arriving_.empty()) region_.schedule(arrival_, arriving_.next());
  back().owed_.arrived(sent.tlp.traffic_class, sent.tlp.type, sent.bytes, now);
  region_.request(back());
}

void ReferenceDirection::packet_ready(Time now) {
  const Sent sent = getting_ready_.pop().sent;
  if (!getting_ready_.empty()) region_.schedule(handing_over_, getting_ready_.next());
  if (sent.lost) {
    drop(*sent.packet, now);
    return;
  }
  note_request(sent.tlp.type);
  to_->arrived(*sent.packet, now);
}

void ReferenceDirection::dllp_arrived(Time now) {
  const Dllp dllp = effects_.pop().dllp;
  if (!effects_.empty()) region_.schedule(effect_, effects_.next());
  take_effect(dllp, now);
  region_.request(*this);
}

void ReferenceDirection::dllp_due(Time) {
  region_.request(*this);
}

/// What has happened in this instant may make a DLLP due; where it takes no time on the link it goes at once.
void ReferenceDirection::settle_owed(Time now) {
  owed_.settle(now);
  while (!simulated_ && owed_.next_due() <= now) {
    const Dllp dllp = owed_.take();
    back().schedule_effect({effect_of(dllp, now), dllp}, now);
  }
  if (owed_.next_due() != end_of_time && owed_.next_due() > now) region_.schedule(due_, owed_.next_due());
}

void ReferenceDirection::schedule_effect(const Effect& effect, Time now) {
  if (effect.at == now) {
    take_effect(effect.dllp, now);
    region_.request(*this);
    return;
  }
  effects_.insert(effect);
  region_.schedule(effect_, effects_.next());
}

}  // namespace isochron
