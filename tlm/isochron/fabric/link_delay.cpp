// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/link_delay.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct LinkDelayBase::Probes {
  NumberProbe on_the_way;
  TransactionProbe next;
};

LinkDelayBase::LinkDelayBase(const sc_core::sc_module_name& name, const Domain& domain, Time delay)
    : sc_module(name), region_(domain.region), delay_(delay) {
  region_.join(*this, Region::Rank::link);
}

LinkDelayBase::~LinkDelayBase() = default;

void LinkDelayBase::hold(Payload& packet, Time now) {
  if (delay_ == 0) {
    receiver_->send(packet, now);
    return;
  }
  on_the_way_.push({now + delay_, &packet});
  show(now);
  if (on_the_way_.size() == 1) region_.schedule(*this, now + delay_);
}

void LinkDelayBase::complete(Time now) {
  // Several can be due: packets whose transfer takes less than a picosecond.
  while (!on_the_way_.empty() && on_the_way_.front().until == now) receiver_->send(*on_the_way_.pop().packet, now);
  show(now);
  if (!on_the_way_.empty()) region_.schedule(*this, on_the_way_.front().until);
}

void LinkDelayBase::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->on_the_way, name(), "on_the_way", 0xffff, "messages on the way");
  list.add(own_probes_->next, name(), "next", "message that arrives next");
}

void LinkDelayBase::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void LinkDelayBase::show_traced(Time now) {
  probes_->on_the_way.set(now, on_the_way_.size());
  probes_->next.set(now, transaction_of(on_the_way_.empty() ? nullptr : on_the_way_.front().packet));
}

TypeInfo link_delay_type_info() {
  TypeInfo info;
  info.name = LinkDelayBase::type;
  info.kind = "fabric";
  info.summary = "A length of time between a link and the receiver at its end, with any number of messages on the way";
  info.source = "our own";
  info.ports = {{"in", "any", "receiver", "the far end of a link"}, {"out", "any", "sender", "the receiver"}};
  Time delay = microsecond;
  ParameterTable table;
  table.duration("delay", delay, {0, 1000 * second}, "from the end of a transfer until the message has arrived");
  info.describe_parameters(table);
  return info;
}

}  // namespace isochron
