// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/port_requester.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>

namespace isochron {

void PortRequester::send_by(OutputPort& port) {
  port_ = &port;
  // The buffer is here, or a message has it for whose departure this waits.
  has_buffer_ = port.take_buffer(*this, 0);
}

void PortRequester::ask(Time now) {
  if (has_buffer_ && can_send()) send_next(now);
}

void PortRequester::send_next(Time now) {
  if (!under_way_) {
    writing_ = next_request(now);
    take_tag_for(writing_, now);
    sent_ = 0;
  }
  const Tag& request = slot(writing_).tag;
  const RequestLoad& load = load_of(request.source);
  const bool writes = request.kind == MessageKind::write_request;
  const std::uint64_t bytes = writes ? std::min(load.message, request.bytes - sent_) : load.request;
  Message& message = message_of(writing_, sent_, bytes);
  sent_ += bytes;
  under_way_ = writes && sent_ < request.bytes;
  message.tag().last = !under_way_;
  has_buffer_ = false;
  port_->take_buffer(*this, now);  // the next one: there is none, and buffer_granted() says that this message is gone
  port_->push(message, now);
}

void PortRequester::buffer_granted(Time now) {
  has_buffer_ = true;
  if (can_send()) send_next(now);
}

void PortRequester::answer_arrived(const Payload& answer, Time now) {
  const Tag& tag = tag_of(answer);
  served(tag, tag.requested, now);
}

void PortRequester::done(std::uint32_t slot, Time now) {
  return_tag_of(slot, now);
  finish(slot, now);
}

void PortRequester::withdraw(std::uint32_t number, Time) {
  if (under_way_ && writing_ == number) under_way_ = false;
}

void PortRequester::start_window(Time now) {
  MessageRequester::start_window(now);
  port_->start_window(now);
}

void PortRequester::report(StatisticSink& sink) {
  MessageRequester::report(sink);
  port_->report(sink);
}

void PortRequester::report_waits(std::vector<Wait>& waits) const {
  MessageRequester::report_waits(waits);
  port_->report_waits(waits);
}

void PortRequester::list_probes(ProbeList& list) {
  MessageRequester::list_probes(list);
  list.add(*port_);
}

}  // namespace isochron
