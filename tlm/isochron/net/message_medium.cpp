// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/message_medium.h>

#include <utility>

#include <isochron/protocol/transaction.h>

namespace isochron {

struct MessageMedium::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  UtilisationProbe utilisation;
  const std::vector<std::string>* senders = nullptr;
};

MessageMedium::MessageMedium(Region& region, ServicePace& pace, const MessageTiming& timing, std::uint64_t queue,
                             Listener& listener)
    : region_(region), pace_(pace), timing_(timing), queue_(queue), listener_(listener) {
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  region_.join(static_cast<Region::Update&>(*this));
}

MessageMedium::~MessageMedium() = default;

void MessageMedium::push(const ChannelMessage& message, Time now) {
  const Tag& tag = tag_of(*message.payload);
  waiting_.push(now, {message.from, tag.stream, tag.sequence, tag.block}, message);
  if (!busy() || overfull()) region_.request_update(*this);
}

void MessageMedium::update(Time now) {
  if (!busy() && !waiting_.empty()) {
    carried_ = waiting_.pop();
    show(now);
    listener_.begun(carried_, now);
    pace_.schedule(region_, *this, now, now + timing_.time_of(*carried_.payload));
  }
  while (overfull()) listener_.dropped(waiting_.pop_back(), now);
}

void MessageMedium::complete(Time now) {
  const ChannelMessage message = std::exchange(carried_, {});
  show(now);
  if (!waiting_.empty()) region_.request_update(*this);
  listener_.across(message, now);
}

void MessageMedium::list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& senders) {
  own_probes_ = std::make_unique<Probes>();
  own_probes_->senders = &senders;
  list.add(own_probes_->owner, part, "owner", "who has sent the message that it carries");
  list.add(own_probes_->transaction, part, "transaction", "message that it carries");
  list.add(own_probes_->utilisation, part, "fraction of the time that it carries a message");
}

void MessageMedium::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void MessageMedium::show_traced(Time now) {
  probes_->utilisation.set(now, busy());
  probes_->owner.set(now, busy() ? std::string_view((*probes_->senders)[carried_.from]) : "-");
  probes_->transaction.set(now, transaction_of(carried_.payload));
}

}  // namespace isochron
