// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/faulty_transmitter.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <isochron/protocol/traffic_class.h>

namespace isochron {

namespace {

/// Takes `packet` out of `packets`; false: it is not there.
bool take_out(std::vector<Payload*>& packets, const Payload& packet) {
  const auto found = std::find(packets.begin(), packets.end(), &packet);
  if (found == packets.end()) return false;
  packets.erase(found);
  return true;
}

bool has(const std::vector<Payload*>& packets, const Payload& packet) {
  return std::find(packets.begin(), packets.end(), &packet) != packets.end();
}

}  // namespace

FaultyTransmitter::FaultyTransmitter(Region& region, const Config& config, const FaultContext& context,
                                     std::function<void(Time)> show)
    : region_(region),
      config_(config),
      losses_(context.losses),
      retry_(context.retry),
      show_(std::move(show)),
      bit_errors_(context.seed),
      clock_(Rate::bits_per_second(config.rate)),
      rate_(config.rate) {
  region_.join(*this, Region::Rank::link);
}

void FaultyTransmitter::join(CreditForwardBase& receiver, CreditBackwardBase& sender) {
  receiver_ = &receiver;
  sender_ = &sender;
}

void FaultyTransmitter::start_window(Time now) {
  errors = resent = lost = 0;
  down.start_window(now);
}

void FaultyTransmitter::set_condition(const PartCondition& condition, Time now) {
  const bool was_down = condition_.down, was_dead = is_dead();
  condition_ = condition;
  bit_errors_.set_probability(condition.bit_errors);
  const auto changed = condition_.changed.find("rate");
  const auto base = static_cast<double>(changed == condition_.changed.end() ? config_.rate : changed->second);
  const std::uint64_t rate = std::max<std::uint64_t>(1, std::llround(base / condition_.slow));
  if (rate != rate_) {
    clock_ = TransferClock(Rate::bits_per_second(rate));
    rate_ = rate;
  }
  if (condition_.down && !was_down) {
    down.enter(now);
    if (state_ != State::discarding && region_.is_scheduled(*this)) {
      const bool cut = state_ == State::sending;
      region_.cancel(*this);
      if (state_ != State::idle) state_ = State::stopped;
      if (cut && retry_.scheme == LinkRetry::Scheme::none) {
        drop(*std::exchange(in_flight_, nullptr), now);
        next(now);
      }
    }
  }
  if (!condition_.down && was_down) down.leave(now);
  if (is_dead() && !was_dead) die(now);
  if (condition_.down || is_dead()) return;
  if (state_ == State::stopped)
    begin(now);
  else if (was_down && state_ == State::idle && !resends_.empty())
    region_.schedule(*this, std::max(now, first_resend()));
}

bool FaultyTransmitter::request(Payload& packet, Time now) {
  if (is_dead()) {
    unbuffered_.push_back(&packet);
    return true;
  }
  const unsigned of = class_of(packet, classes());
  for (VoidRequest& one : void_requests_)
    if (one.traffic_class == of) {
      one.next = &packet;
      open_.push_back(&packet);
      return false;
    }
  if (receiver_->request(packet, now)) return true;
  open_.push_back(&packet);
  return false;
}

void FaultyTransmitter::credit(Payload& packet, Time now) {
  const auto nobodys = std::find_if(void_requests_.begin(), void_requests_.end(),
                                    [&packet](const VoidRequest& one) { return one.packet == &packet; });
  if (nobodys == void_requests_.end()) {
    take_out(open_, packet);
    sender_->credit(packet, now);
    return;
  }
  Payload* const next = nobodys->next;
  void_requests_.erase(nobodys);
  receiver_->lose(packet, now);
  if (next == nullptr || !receiver_->request(*next, now)) return;
  take_out(open_, *next);
  sender_->credit(*next, now);
}

void FaultyTransmitter::send(Payload& packet, Time now) {
  if (is_selective() && !is_dead() && !has(unbuffered_, packet)) passing_.push_back({&packet, false});
  if (state_ != State::idle) {  // another is sent again
    waiting_ = &packet;
    return;
  }
  if (region_.is_scheduled(*this)) region_.cancel(*this);
  in_flight_ = &packet;
  times_ = 0;
  told_ = false;
  show_(now);
  begin(now);
}

void FaultyTransmitter::begin(Time now) {
  if (is_dead() || has(unbuffered_, *in_flight_)) {
    transfer(State::discarding, now);
  } else if (condition_.down) {
    state_ = State::stopped;
  } else if (times_ == 0 && !window_is_open(now)) {
    state_ = State::no_window;
    region_.schedule(*this, window_opens());
  } else {
    transfer(State::sending, now);
  }
}

void FaultyTransmitter::transfer(State state, Time now) {
  state_ = state;
  if (times_ > 0 && state == State::sending) ++resent;
  region_.schedule(*this, now + clock_.take(in_flight_->get_data_length()));
}

void FaultyTransmitter::complete(Time now) {
  switch (state_) {
    case State::sending:
      return sending_ended(now);
    case State::discarding:
      drop(*std::exchange(in_flight_, nullptr), now);
      return next(now);
    case State::no_window:
      if (first_resend() > now) return begin(now);
      waiting_ = std::exchange(in_flight_, nullptr);
      return begin_resend(now);
    case State::no_answer:
      return begin(now);
    case State::idle:
      return begin_resend(now);
    case State::stopped:
      return;
  }
}

void FaultyTransmitter::sending_ended(Time now) {
  if (bit_errors_.strike(in_flight_->get_data_length())) {
    ++errors;
    failed(now);
    return;
  }
  Payload& packet = *std::exchange(in_flight_, nullptr);
  if (retry_.scheme != LinkRetry::Scheme::none && config_.propagation > 0)
    acks_.push_back(now + 2 * config_.propagation);
  came_across(packet, now);
  next(now);
}

void FaultyTransmitter::failed(Time now) {
  if (retry_.scheme == LinkRetry::Scheme::none) {
    drop(*std::exchange(in_flight_, nullptr), now);
    next(now);
  } else if (retry_.limit > 0 && times_ == retry_.limit) {
    gave_up_ = true;
    drop(*std::exchange(in_flight_, nullptr), now);
    state_ = State::idle;
    die(now);
    next(now);
  } else if (is_selective()) {
    resends_.push_back({answer_comes(now), std::exchange(in_flight_, nullptr), times_ + 1});
    next(now);
  } else {
    ++times_;
    state_ = State::no_answer;
    region_.schedule(*this, answer_comes(now));
  }
}

void FaultyTransmitter::came_across(Payload& packet, Time now) {
  if (!is_selective()) {
    receiver_->send(packet, now);
    return;
  }
  for (Passing& one : passing_)
    if (one.packet == &packet) one.across = true;
  pass_in_order(now);
}

void FaultyTransmitter::pass_in_order(Time now) {
  while (!passing_.empty() && passing_.front().across) {
    Payload& packet = *passing_.front().packet;
    passing_.erase(passing_.begin());
    receiver_->send(packet, now);
  }
}

void FaultyTransmitter::next(Time now) {
  const bool tell = !std::exchange(told_, true);
  state_ = State::idle;
  if (!condition_.down && first_resend() <= now) {
    begin_resend(now);
  } else if (waiting_ != nullptr) {
    in_flight_ = std::exchange(waiting_, nullptr);
    times_ = 0;
    told_ = false;
    begin(now);
  } else if (!resends_.empty() && !condition_.down) {
    region_.schedule(*this, first_resend());
  }
  show_(now);
  if (tell) sender_->sent(now);
}

Time FaultyTransmitter::first_resend() const {
  Time at = end_of_time;
  for (const Resend& one : resends_) at = std::min(at, one.at);
  return at;
}

void FaultyTransmitter::begin_resend(Time now) {
  const auto first =
      std::min_element(resends_.begin(), resends_.end(), [](const Resend& a, const Resend& b) { return a.at < b.at; });
  in_flight_ = first->packet;
  times_ = first->times;
  told_ = true;
  resends_.erase(first);
  begin(now);
}

void FaultyTransmitter::die(Time now) {
  acks_.clear();
  const std::vector<Resend> again = std::exchange(resends_, {});
  for (const Resend& one : again) drop(*one.packet, now);
  if (state_ == State::sending) {
    state_ = State::discarding;
  } else if (in_flight_ != nullptr && state_ != State::discarding) {
    if (region_.is_scheduled(*this)) region_.cancel(*this);
    transfer(State::discarding, now);
  } else if (state_ == State::idle && region_.is_scheduled(*this)) {
    region_.cancel(*this);
  }
  // Nobody waits for a buffer any more: what is asked for is still open at the far end.
  const std::vector<Payload*> waiting = std::exchange(open_, {});
  for (Payload* const packet : waiting) {
    const unsigned of = class_of(*packet, classes());
    const auto before = std::find_if(void_requests_.begin(), void_requests_.end(),
                                     [of](const VoidRequest& one) { return one.traffic_class == of; });
    if (before == void_requests_.end())
      void_requests_.push_back({packet, of, nullptr});
    else
      before->next = nullptr;  // it has asked nobody
    unbuffered_.push_back(packet);
  }
  for (Payload* const packet : waiting) sender_->credit(*packet, now);
}

void FaultyTransmitter::drop(Payload& packet, Time now) {
  ++lost;
  const auto passing =
      std::find_if(passing_.begin(), passing_.end(), [&packet](const Passing& one) { return one.packet == &packet; });
  if (passing != passing_.end()) passing_.erase(passing);
  if (!take_out(unbuffered_, packet)) receiver_->lose(packet, now);
  losses_.lost(tag_of(packet), packet.get_data_length(), now);
  packet.release();
  pass_in_order(now);
}

Time FaultyTransmitter::answer_comes(Time now) {
  return now + (bit_errors_.strike_apart(retry_.ack) ? retry_.timeout : 2 * config_.propagation);
}

bool FaultyTransmitter::window_is_open(Time now) {
  if (retry_.scheme == LinkRetry::Scheme::none) return true;
  const auto first = std::upper_bound(acks_.begin(), acks_.end(), now);
  acks_.erase(acks_.begin(), first);
  return acks_.size() + resends_.size() < retry_.window;
}

Time FaultyTransmitter::window_opens() const {
  return std::min(acks_.empty() ? end_of_time : acks_.front(), first_resend());
}

}  // namespace isochron
