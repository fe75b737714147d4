// SPDX-License-Identifier: Apache-2.0
#include <isochron/fold/folded_head.h>

namespace isochron {

FoldedHead::FoldedHead(Region& region, FoldedMaster& master, PciBus& bus, LinkSenderBase& port)
    : region_(region), master_(master), bus_(bus), port_(port), device_(bus.fold().device), busy_(bus.fold().busy) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::bus);
  region_.join(static_cast<Region::Fold&>(*this));
  port_.fold(static_cast<FoldedSource&>(*this));
  master_.fold(*this);
}

void FoldedHead::ready(Time now) {
  if (message_ == nullptr && master_.has_next()) begin(now);
  schedule();
}

void FoldedHead::fill(Time now) {
  while (is_on_bus_ && ends_ <= now) end();
  schedule();
}

Time FoldedHead::catch_up(Time now) {
  fill(now);
  Message* const waiting = is_on_bus_ ? nullptr : message_;
  bus_.show_request(waiting);
  master_.show_request(waiting);
  return is_on_bus_ ? 0 : ends_;
}

void FoldedHead::schedule() {
  if (is_on_bus_ && port_.lacks_message()) {
    if (!region_.is_scheduled(*this)) region_.schedule(*this, ends_);
  } else if (region_.is_scheduled(*this)) {
    region_.cancel(*this);
  }
}

void FoldedHead::begin(Time at) {
  message_ = &master_.next();
  if (port_.take_buffer(*this, at))
    enter(at);
  else
    device_.wait_buffer.enter(at);
}

void FoldedHead::buffer_granted(Time now) {
  device_.wait_buffer.leave(now);
  enter(now);
  schedule();
}

void FoldedHead::enter(Time at) {
  is_on_bus_ = true;
  ends_ = at + bus_.time_alone(message_->get_data_length());
  device_.busy.enter(at);
  busy_.enter(at);
  master_.entered_bus(at);
}

void FoldedHead::end() {
  Message& message = *message_;
  const std::uint64_t bytes = message.get_data_length();
  is_on_bus_ = false;
  message_ = nullptr;
  device_.busy.leave(ends_);
  ++device_.messages;
  device_.bytes += bytes;
  busy_.leave(ends_);
  master_.left_bus(bytes, ends_);
  port_.push(message, ends_);
  if (!master_.has_next()) return;
  // While an instant is settled, what the master sends next may still change.
  if (ends_ == region_.now() && region_.is_settling())
    master_.request_ready();
  else
    begin(ends_);
}

}  // namespace isochron
