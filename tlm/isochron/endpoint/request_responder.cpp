// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/request_responder.h>

#include <isochron/protocol/traffic_class.h>

namespace isochron {

void RequestResponder::send_by(OutputPort& port, const ClassService& service) {
  answers_.push_back(std::make_unique<AnswerQueue>(domain_, requests_, port, service));
}

void RequestResponder::send_by(ClassedLinkSenderBase& port) {
  for (unsigned c = 0; c < port.classes(); ++c) send_by(port.port(c), ClassService{});
}

void RequestResponder::arrived(Payload& packet, Time now) {
  const Tag& tag = tag_of(packet);
  const bool may_lack = requests_.of(tag.source).load.timeout > 0 && tag.kind == MessageKind::write_request;
  const bool is_whole = !may_lack || completes(tag);
  if (!is_answered(tag)) requests_.of(tag.source).owner->served(tag, tag.bytes, now);
  if (tag.last && is_whole) {
    // Not the message: that of a read is as small as its data are large.
    station_.arrived(packet, tag.requested, now);
    return;
  }
  station_.give_back(class_of(packet, station_.classes()), now);
  packet.release();
}

bool RequestResponder::completes(const Tag& tag) {
  Written& written = written_[{tag.source, RequestSlot::of(tag)}];
  if (!RequestSlot::is_same(written.tag, tag)) written = {tag, 0};
  written.bytes += tag.bytes;
  return tag.last && written.bytes == tag.requested;
}

void RequestResponder::served(Payload& packet, Time now) {
  if (const Tag& tag = tag_of(packet); is_answered(tag))
    answers_[class_of(packet, static_cast<unsigned>(answers_.size()))]->add(tag, now);
  packet.release();
}

LevelOverTime RequestResponder::depth(Time end) const {
  LevelOverTime all;
  for (const auto& queue : answers_) all.add(queue->depth(), end);
  return all;
}

void RequestResponder::start_window(Time now) {
  for (const auto& queue : answers_) queue->start_window(now);
}

}  // namespace isochron
