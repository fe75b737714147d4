// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/link_sender.h>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct LinkSenderBase::Probes {
  PhaseProbe phase;
  UtilisationProbe utilisation;
  TransactionId on_link;
};

LinkSenderBase::LinkSenderBase(const Domain& domain, unsigned buffers, BufferFreed freed)
    : OutputPort(buffers, freed), region_(domain.region) {
  region_.join(*this, Region::Rank::link);
}

LinkSenderBase::~LinkSenderBase() = default;

void LinkSenderBase::list_probes(ProbeList& list) {
  OutputPort::list_probes(list);
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, path(),
           "REQUEST: asks for a buffer at the far end; SEND: is on the link; SENT: is across");
  list.add(own_probes_->utilisation, path(), "fraction of the time that the link is transmitting");
}

void LinkSenderBase::start_trace(Time now) {
  OutputPort::start_trace(now);
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->utilisation.set(now, statistics_.busy.inside());
}

void LinkSenderBase::stop_trace() {
  OutputPort::stop_trace();
  probes_ = nullptr;
}

void LinkSenderBase::note_traced(Time now, Phase phase, const Payload* packet) {
  // The far end may have passed it on, and changed it, by the time that the link is free.
  if (packet != nullptr) probes_->on_link = transaction_of(packet);
  // A window may begin in the middle of a transfer.
  if (!probes_->on_link.none) probes_->phase.event(now, phase, probes_->on_link);
  probes_->utilisation.set(now, statistics_.busy.inside());
}

void LinkSenderBase::start_window(Time now) {
  OutputPort::start_window(now);
  statistics_.start_window(now);
}

void LinkSenderBase::report(StatisticSink& sink) {
  OutputPort::report(sink);
  sink.part(path()).stage(statistics_);
}

void LinkSenderBase::report_waits(std::vector<Wait>& waits) const {
  const TimeIn& wait = statistics_.wait_buffer;
  if (wait.inside())
    waits.push_back(TimedWait::make(path(), "a buffer", link_->buffer_owner(*head()), wait, region_.now()));
}

void LinkSenderBase::head_arrived(Time now) {
  if (statistics_.busy.inside())
    statistics_.wait_link.enter(now);
  else
    region_.request(*this);
}

void LinkSenderBase::ask(Time now) {
  if (chain_ != nullptr) {
    chain_->free_buffers(now);
    return;
  }
  note(now, Phase::request, queue_.front());
  if (answerer_->request(*queue_.front(), now))
    start(now);
  else
    statistics_.wait_buffer.enter(now);
}

void LinkSenderBase::credit_received(Time now) {
  if (source_ != nullptr) source_->fill(now);  // before a buffer is freed that it has had to wait for
  statistics_.wait_buffer.leave(now);
  start(now);
}

void LinkSenderBase::start(Time now) {
  Payload& packet = pop_head(now);
  statistics_.busy.enter(now);
  statistics_.bytes += packet.get_data_length();
  note(now, Phase::send, &packet);
  link_->send(packet, now);
  if (!queue_.empty()) statistics_.wait_link.enter(now);
  if (freed_ == BufferFreed::on_send) release_buffer(now);
}

void LinkSenderBase::transmitter_free(Time now) {
  if (source_ != nullptr) source_->fill(now);
  statistics_.busy.leave(now);
  ++statistics_.messages;
  note(now, Phase::sent, nullptr);
  if (freed_ == BufferFreed::on_arrival) release_buffer(now);
  if (queue_.empty()) {
    if (source_ != nullptr) source_->fill(now);  // which has to tell from now on
    return;
  }
  statistics_.wait_link.leave(now);
  region_.request(*this);
}

}  // namespace isochron
