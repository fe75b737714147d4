// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_source.h>

#include <isochron/observe/probe_list.h>

namespace isochron {

void LinkSourceBase::send_by(LinkSenderBase& port) {
  port_ = &port;
  // The buffer is here, or a message has it for whose departure this waits.
  has_buffer_ = port.take_buffer(*this, 0);
}

void LinkSourceBase::ask(Time now) {
  if (has_buffer_ && has_message()) send_next(now);
}

void LinkSourceBase::send_next(Time now) {
  Message& message = next_message();
  has_buffer_ = false;
  in_port_ = message.get_data_length();
  port_->take_buffer(*this, now);  // the next one: there is none, and buffer_granted() says that this message is gone
  port_->push(message, now);
}

void LinkSourceBase::buffer_granted(Time now) {
  has_buffer_ = true;
  sent(in_port_);
  gone(now);
  if (has_message()) send_next(now);
}

void LinkSourceBase::start_window(Time now) {
  MessageSource::start_window(now);
  port_->start_window(now);
}

void LinkSourceBase::report(StatisticSink& sink) {
  MessageSource::report(sink);
  port_->report(sink);
}

void LinkSourceBase::report_waits(std::vector<Wait>& waits) const {
  port_->report_waits(waits);
}

void LinkSourceBase::list_probes(ProbeList& list) {
  MessageSource::list_probes(list);
  list.add(*port_);
}

TypeInfo LinkSourceBase::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "Source of messages on a link: I/Os at given times or in a closed loop, one output buffer";
  describe(info, "over the link");
  info.ports = {{"out", "any", "sender", "its output port"}};
  info.describe_output_port("out");
  return info;
}

}  // namespace isochron
