// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/fast_direction.h>

#include <algorithm>

namespace isochron {

FastDirection::FastDirection(Region& region, const PcieLinkConfig& config)
    : LinkDirection(region, config), direct_(!config.simulates_dllps() && config.update_every == 1) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
}

void FastDirection::send(Payload& packet, unsigned input, Time now) {
  if (counted_) learn(now, false);
  enqueue(packet, input, now);
  region_.request(*this);
}

void FastDirection::release(const Tlp& packet, Time when) {
  const Tlp tlp = of_link(packet);
  if (!back().owed_.limited(tlp.type)) return;
  if (!direct_) {
    back().add_cause({when, false, tlp, 0});
    return;
  }
  Dllp update;
  update.traffic_class = tlp.traffic_class;
  update.type = tlp.type;
  update.credits = Credits::of(tlp);
  add_effect({back().effect_of(update, when), update});
}

void FastDirection::bring_to(Time now) {
  // A window or a trace may begin before the simulation does.
  if (back_ == nullptr) return;
  send_owed(now, true);
  learn(now, true);
}

void FastDirection::ask(Time now) {
  send_owed(now, true);
  if (counted_) learn(now, true);
  choose_next(now);
  if (followed_ || traced_) follow(now);
}

void FastDirection::choose_next(Time now) {
  show(now);
  const bool was_blocked = blocked_;
  blocked_ = false;
  if (!queues_->empty()) {
    free_ = free_ > now ? free_ : skips_.catch_up(free_, now);
    TlpQueues::Place place;
    if (free_ > now) {
      wake_at(free_);
    } else if (choose(place)) {
      start(place, now);
      // Later than now, as a packet takes some time: the one event is set once, for this and for its arrival.
      if (!queues_->empty()) wake_ = std::min(wake_, free_);
      reschedule();
    } else {
      blocked_ = true;
      if (effects_.next() != end_of_time) wake_at(effects_.next());
      if (!back().followed_) {
        back().followed_ = true;
        back().follow(now);
      }
      return;
    }
  }
  if (was_blocked) back().followed_ = false;
}

void FastDirection::start(const TlpQueues::Place& place, Time now) {
  const Sent sent = begin(place, now);
  in_flight_.insert({sent.ready, sent.packet, sent.tlp.type, sent.lost});
  FastDirection& other = back();
  if (sent.lost) {
    // Nothing is owed for it.
  } else if (other.acknowledged_ || (!direct_ && other.owed_.limited(sent.tlp.type)))
    other.add_cause({sent.whole, true, sent.tlp, sent.bytes});
  from_->leaves(*sent.packet, sent.input, now, sent.end);
}

/// The next DLLP's beginning. Up to `until` nothing else has been sent than is known, so that skip ordered sets that
/// come before it have their times.
Time FastDirection::next_owed(Time until) {
  const Time due = owed_.next_due();
  if (due == end_of_time || !simulated_) return due;
  Time start = std::max(free_, due);
  while (start <= until) {
    free_ = skips_.catch_up(free_, start);
    if (free_ <= start) break;
    start = free_;
  }
  return start;
}

/// Sends the DLLPs that begin before `until`, or at it where it is `included`.
void FastDirection::send_owed(Time until, bool included) {
  const auto has_come = [=](Time time) { return included ? time <= until : time < until; };
  for (;;) {
    // Those that begin before the next cause are sent before it is known.
    const Time cause = causes_.next();
    const Time dllp = owed_.next_due() == end_of_time ? end_of_time : next_owed(std::min(until, cause));
    if (cause != end_of_time && cause <= dllp) {
      if (!has_come(cause)) return;
      while (causes_.next() == cause) {
        const Cause one = causes_.pop();
        if (one.arrival)
          owed_.arrived(one.tlp.traffic_class, one.tlp.type, one.bytes, cause);
        else
          owed_.released(one.tlp.traffic_class, one.tlp.type, Credits::of(one.tlp));
      }
      owed_.settle(cause);
      continue;
    }
    if (dllp == end_of_time || !has_come(dllp)) return;
    const Dllp sent = owed_.take();
    const Time effect = simulated_ ? begin(sent, dllp) + propagation_ : effect_of(sent, dllp);
    if (back().counted_) back().add_effect({effect, sent});
  }
}

void FastDirection::hold_dllps(Time now, Time until) {
  send_owed(now, false);
  if (!direct_) return;
  // UpdateFCs that this direction will send have their effects already.
  TimedList<Effect>& effects = back().effects_;
  for (std::size_t left = effects.size(); left > 0; --left) {
    Effect effect = effects.pop();
    const Time delay = delay_of(effect.dllp);
    if (effect.at - delay >= now) effect.at = std::max(effect.at, until + delay);
    effects.insert(effect);
  }
}

/// Brings credits and replay buffer up to `now`.
void FastDirection::learn(Time now, bool included) {
  // A simulated DLLP that begins now has its effect later.
  back().send_owed(now, included && !simulated_);
  apply_effects(now);
}

void FastDirection::apply_effects(Time now) {
  while (effects_.next() <= now && !effects_.empty()) {
    const Effect effect = effects_.pop();
    take_effect(effect.dllp, effect.at);
  }
}

void FastDirection::add_cause(const Cause& cause) {
  // What has happened already need not be kept.
  send_owed(region_.now(), false);
  causes_.insert(cause);
  if (followed_ || traced_) follow(region_.now());
}

void FastDirection::add_effect(const Effect& effect) {
  effects_.insert(effect);
  if (blocked_ || traced_) wake_at(effect.at);
}

/// Sees to it that what it owes is sent when its time comes.
void FastDirection::follow(Time now) {
  const Time next = std::min(causes_.next(), next_owed(now));
  if (next != end_of_time) wake_at(next);
  if (traced_ && free_ > now) wake_at(free_);
  if (traced_ && !effects_.empty()) wake_at(effects_.next());
}

void FastDirection::wake_at(Time time) {
  if (time <= region_.now()) {
    region_.request(*this);
    return;
  }
  if (time >= wake_) return;
  wake_ = time;
  reschedule();
}

void FastDirection::reschedule() {
  const Time next = std::min(in_flight_.next(), wake_);
  if (next == scheduled_) return;
  scheduled_ = next;
  region_.schedule(*this, next);
}

void FastDirection::complete(Time now) {
  scheduled_ = end_of_time;
  if (wake_ <= now) {
    wake_ = end_of_time;
    region_.request(*this);
  }
  while (in_flight_.next() <= now && !in_flight_.empty()) {
    const InFlight one = in_flight_.pop();
    if (__builtin_expect(one.lost, 0)) {
      drop(*one.packet, now);
      continue;
    }
    note_request(one.type);
    to_->arrived(*one.packet, now);
  }
  if (in_flight_.next() != end_of_time || wake_ != end_of_time) reschedule();
}

void FastDirection::start_trace(Time now) {
  bring_to(now);
  LinkDirection::start_trace(now);
  traced_ = true;
  follow(now);
}

void FastDirection::stop_trace() {
  LinkDirection::stop_trace();
  traced_ = false;
}

}  // namespace isochron
