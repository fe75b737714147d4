// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/link_engine.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

LinkEngine::LinkEngine(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address)
    : sc_module(name), socket("socket", domain, *this), link("link"), region_(domain.region), address_(address) {
  link.bind(static_cast<CreditBackward<Transputer>&>(*this));
  region_.join(static_cast<Region::Entrance&>(*this));
}

void LinkEngine::submit(Payload& payload, Time now) {
  payload.acquire();
  // Not at once: whoever hands it over may still be in the call that ends its last transfer.
  to_read_.push(now, tag_of(payload).sequence, &payload);
  region_.enter_at_end_of_instant(*this);
}

void LinkEngine::enter(Time) {
  while (!to_read_.empty()) {
    Payload& payload = *to_read_.pop();
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(address_);
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
  if (forward_->request(payload, now))
    forward_->send(payload, now);
  else
    open_.push_back(&payload);
}

void LinkEngine::credit(unsigned vc, unsigned, Time now) {
  const auto found = std::find_if(open_.begin(), open_.end(),
                                  [vc](const Payload* payload) { return tag_of(*payload).sequence == vc; });
  if (found == open_.end()) throw ModelError(std::string(link.name()) + ": a credit for a channel that is not open");
  Payload& payload = **found;
  open_.erase(found);
  forward_->send(payload, now);
}

void LinkEngine::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
  for (const Payload* const payload : open_) waits.push_back({link.name(), "a link", forward_->buffer_owner(*payload)});
}

TypeInfo LinkEngine::type_info() {
  TypeInfo info;
  info.name = "link_engine";
  info.kind = "device";
  info.summary = "Direct memory access engine of a transputer link: local memory to link, without the processor";
  info.source = "Gennart et al. 1997, section 3.3";
  info.ports = {{"socket", "base protocol", "initiator", "towards local memory"},
                {"link", "transputer", "sender", "towards the crossbar"}};
  return info;
}

}  // namespace isochron
