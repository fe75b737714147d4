// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/link_engine.h>

#include <algorithm>
#include <cstring>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct LinkEngine::Probes {
  PhaseProbe phase;
  NumberProbe waiting;
  TransactionId on_link;
};

LinkEngine::LinkEngine(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address,
                       std::uint64_t packet)
    : sc_module(name),
      socket("socket", domain, *this),
      link("link"),
      domain_(domain),
      address_(address),
      packet_(packet) {
  link.bind(static_cast<CreditBackward<Transputer>&>(*this));
  domain_.region.join(static_cast<Region::Update&>(*this));
}

LinkEngine::~LinkEngine() = default;

void LinkEngine::accept(Payload& payload, Time now) {
  payload.acquire();
  // Not at once: whoever hands it over may still be in the call that ends its last transfer.
  to_read_.push(now, tag_of(payload).sequence, &payload);
  domain_.region.request_update(*this);
}

void LinkEngine::update(Time) {
  while (!to_read_.empty()) {
    Payload& payload = *to_read_.pop();
    payload.set_command(tlm::TLM_READ_COMMAND);
    const Tag& tag = tag_of(payload);
    payload.set_address(address_ + (tag.has_data ? tag.data_offset : 0));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    outbox_.send(payload);
  }
}

void LinkEngine::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void LinkEngine::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  socket.complete(payload);
  Tag& tag = tag_of(payload);
  tag.offset = 0;
  tag.bytes = payload.get_data_length();
  send_from(payload, 0, now);
}

void LinkEngine::send_from(Payload& strand, std::uint64_t offset, Time now) {
  const std::uint64_t length = strand.get_data_length();
  Sending sending{&strand, &strand, length};
  if (packet_ > 0 && packet_ < length) {
    const std::uint64_t bytes = std::min(packet_, length - offset);
    Message& packet = domain_.pool.allocate(address_, static_cast<unsigned>(bytes));
    packet.tag().copy_from(tag_of(strand));
    packet.tag().offset = offset;
    if (packet.tag().has_data) {
      packet.tag().data_offset += offset;
      std::memcpy(packet.get_data_ptr(), strand.get_data_ptr() + offset, bytes);
    }
    sending = {&packet, &strand, offset + bytes};
  }
  open_.push_back(sending);
  if (probes_ != nullptr) note(now, Phase::request, transaction_of(*sending.packet));
  if (forward_->request(*sending.packet, now)) credit(*sending.packet, now);
}

void LinkEngine::credit(Payload& packet, Time now) {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&packet](const Sending& one) { return one.packet == &packet; });
  if (found == open_.end()) throw ModelError(std::string(link.name()) + ": a credit that was not asked for");
  leaving_ = *found;
  open_.erase(found);
  if (probes_ != nullptr) {
    probes_->on_link = transaction_of(*leaving_.packet);
    note(now, Phase::send, probes_->on_link);
  }
  forward_->send(*leaving_.packet, now);
}

void LinkEngine::sent(Time now) {
  // The packet is the far end's by now. A window may have begun while it was on the link.
  if (probes_ != nullptr && !probes_->on_link.none) note(now, Phase::sent, probes_->on_link);
  const Sending left = leaving_;
  if (left.packet == left.strand) return;
  if (left.next < left.strand->get_data_length())
    send_from(*left.strand, left.next, now);
  else
    left.strand->release();
}

void LinkEngine::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
  for (const Sending& sending : open_)
    waits.push_back({link.name(), "a link", forward_->buffer_owner(*sending.packet)});
}

void LinkEngine::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, link.name(), "REQUEST: asks for the link; SEND: is handed over; SENT: is across");
  list.add(own_probes_->waiting, link.name(), "queue_depth", 0xffff, "packets that wait for a connection");
}

void LinkEngine::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->waiting.set(now, open_.size());
}

void LinkEngine::note(Time now, Phase phase, const TransactionId& id) {
  probes_->phase.event(now, phase, id);
  probes_->waiting.set(now, open_.size());
}

TypeInfo LinkEngine::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Direct memory access engine of a transputer link: local memory to link, without the processor";
  info.source = "Gennart et al., section 3.3";
  info.ports = {{"socket", "base protocol", "initiator", "towards local memory"},
                {"link", "transputer", "sender", "towards the crossbar"}};
  return info;
}

}  // namespace isochron
