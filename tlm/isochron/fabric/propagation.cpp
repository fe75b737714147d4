// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/propagation.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct Propagation::Probes {
  NumberProbe on_the_way;
  TransactionProbe next;
};

Propagation::Propagation(Region& region, Time delay) : region_(region), delay_(delay) {
  region_.join(*this, Region::Rank::link);
}

Propagation::~Propagation() = default;

void Propagation::send(Payload& packet, Time now) {
  if (delay_ == 0) {
    receiver_->send(packet, now);
    return;
  }
  on_the_way_.push({now + delay_, &packet});
  show(now);
  if (on_the_way_.size() == 1) region_.schedule(*this, now + delay_);
}

void Propagation::complete(Time now) {
  // Several can be due: packets whose transfer takes less than a picosecond.
  while (!on_the_way_.empty() && on_the_way_.front().until == now) receiver_->send(*on_the_way_.pop().packet, now);
  show(now);
  if (!on_the_way_.empty()) region_.schedule(*this, on_the_way_.front().until);
}

void Propagation::list_probes(ProbeList& list, const std::string& name) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->on_the_way, name, "on_the_way", 0xffff, "messages on the way");
  list.add(own_probes_->next, name, "next", "message that arrives next");
}

void Propagation::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void Propagation::show_traced(Time now) {
  probes_->on_the_way.set(now, on_the_way_.size());
  probes_->next.set(now, transaction_of(on_the_way_.empty() ? nullptr : on_the_way_.front().packet));
}

}  // namespace isochron
