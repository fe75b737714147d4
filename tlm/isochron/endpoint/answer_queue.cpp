// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/answer_queue.h>

#include <algorithm>

#include <isochron/protocol/endpoint_address.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

AnswerQueue::AnswerQueue(const Domain& domain, const RequestBoard& requests, OutputPort& port,
                         const ClassService& service)
    : region_(domain.region),
      pool_(domain.pool),
      requests_(requests),
      port_(port),
      turns_(service),
      by_class_(service.classes) {
  if (service.classes > 1) region_.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
}

void AnswerQueue::add(const Tag& request, Time now) {
  const unsigned traffic_class = std::min<unsigned>(request.traffic_class, turns_.classes() - 1);
  by_class_[traffic_class].answers.push(request);
  present_ |= class_bit(traffic_class);
  depth_.change(now, 1);
  take_buffer(now);
}

void AnswerQueue::take_buffer(Time now) {
  if (has_asked_ || present_ == 0) return;
  has_asked_ = true;
  if (port_.take_buffer(*this, now)) buffer_granted(now);
}

void AnswerQueue::buffer_granted(Time now) {
  if (turns_.classes() == 1)
    send(now);
  else
    region_.request(*this);
}

AnswerQueue::Next AnswerQueue::next_of(const OfClass& one) const {
  const Tag& request = one.answers.front();
  const RequestLoad& load = requests_.of(request.source).load;
  // An answer to a write carries nothing, and says of all of it that it is done.
  if (request.kind != MessageKind::read_request) return {request.requested, load.request};
  const std::uint64_t data = std::min<std::uint64_t>(load.message, request.requested - one.sent);
  return {data, data};
}

void AnswerQueue::send(Time now) {
  const auto cost = [this](unsigned c) { return next_of(by_class_[c]).bytes; };
  const unsigned traffic_class = turns_.next(present_, cost);
  turns_.take(traffic_class, present_, present_, cost);
  OfClass& mine = by_class_[traffic_class];
  const Tag request = mine.answers.front();
  const Next next = next_of(mine);
  const std::uint32_t to = requests_.of(request.source).endpoint;
  Message& message = pool_.allocate(EndpointAddress{to, 0}.encode(), static_cast<unsigned>(next.bytes));
  Tag& tag = message.tag();
  static_cast<Tag&>(tag) = request;
  tag.kind = MessageKind::response;
  tag.destination = to;
  tag.bytes = static_cast<std::uint32_t>(next.bytes);
  tag.offset = mine.sent;
  tag.requested = static_cast<std::uint32_t>(next.data);
  mine.sent += next.data;
  tag.last = mine.sent == request.requested;
  if (tag.last) {
    mine.answers.pop();
    mine.sent = 0;
    if (mine.answers.empty()) present_ &= ~class_bit(traffic_class);
    depth_.change(now, -1);
  }
  has_asked_ = false;
  port_.push(message, now);
  take_buffer(now);
}

}  // namespace isochron
