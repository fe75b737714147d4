// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/link_sender.h>

namespace isochron {

LinkSenderBase::LinkSenderBase(std::string name, const Domain& domain, unsigned buffers, BufferFreed freed)
    : OutputPort(std::move(name), buffers, freed), region_(domain.region) {
  region_.join(*this, Region::Rank::link);
}

void LinkSenderBase::start_window(Time now) {
  OutputPort::start_window(now);
  statistics_.start_window(now);
}

void LinkSenderBase::report_waits(std::vector<Wait>& waits) const {
  if (statistics_.wait_buffer.inside()) waits.push_back({name(), "a buffer", link_->buffer_owner(*head())});
}

void LinkSenderBase::head_arrived(Time now) {
  if (statistics_.busy.inside())
    statistics_.wait_link.enter(now);
  else
    region_.request(*this);
}

void LinkSenderBase::ask(Time now) {
  if (link_->request(*queue_.front(), now))
    start(now);
  else
    statistics_.wait_buffer.enter(now);
}

void LinkSenderBase::credit_received(Time now) {
  statistics_.wait_buffer.leave(now);
  start(now);
}

void LinkSenderBase::start(Time now) {
  Payload& packet = pop_head(now);
  statistics_.busy.enter(now);
  statistics_.bytes += packet.get_data_length();
  link_->send(packet, now);
  if (!queue_.empty()) statistics_.wait_link.enter(now);
  if (freed_ == BufferFreed::on_send) buffers_.release(now);
}

void LinkSenderBase::transmitter_free(Time now) {
  statistics_.busy.leave(now);
  ++statistics_.messages;
  if (freed_ == BufferFreed::on_arrival) buffers_.release(now);
  if (queue_.empty()) return;
  statistics_.wait_link.leave(now);
  region_.request(*this);
}

}  // namespace isochron
