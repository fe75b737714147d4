// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/server_port.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct ServerPort::Probes {
  PhaseProbe phase;
  NumberProbe strands;
};

ServerPort::ServerPort(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address)
    : sc_module(name), link("link"), socket("socket", domain, *this), address_(address) {
  link.bind(static_cast<CreditForward<Transputer>&>(*this));
}

ServerPort::~ServerPort() = default;

void ServerPort::send(Payload& packet, Time now) {
  if (probes_ != nullptr) probes_->phase.event(now, Phase::arrived, transaction_of(packet));
  packet.set_command(tlm::TLM_WRITE_COMMAND);
  const Tag& tag = tag_of(packet);
  packet.set_address(address_ + (tag.has_data ? tag.data_offset : 0));
  packet.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  outbox_.send(packet);
}

void ServerPort::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void ServerPort::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  socket.complete(payload);
  Tag& tag = tag_of(payload);
  // On a memory that serves its ports in turns, a short last packet overtakes the one before it.
  std::uint64_t& in_memory = stored_bytes_[tag.sequence];
  in_memory += payload.get_data_length();
  if (probes_ != nullptr) probes_->strands.set(now, stored_bytes_.size());
  if (in_memory == tag.bytes) {
    stored_bytes_.erase(tag.sequence);
    if (probes_ != nullptr) probes_->strands.set(now, stored_bytes_.size());
    payload.set_data_length(tag.bytes);
    payload.set_streaming_width(tag.bytes);
    tag.data_offset -= tag.offset;
    stored.hand_on(payload, now);
  }
  payload.release();
}

void ServerPort::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
}

void ServerPort::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, link.name(), "ARRIVED: the packet is there");
  list.add(own_probes_->strands, name(), "strands", 0xffff, "strands of which a part is in memory");
}

void ServerPort::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->strands.set(now, stored_bytes_.size());
}

TypeInfo ServerPort::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A link of the server interface processor: what arrives is written to its memory";
  info.source = "Gennart et al., section 3.3";
  info.ports = {{"link", "transputer", "receiver", "from the crossbar"},
                {"socket", "base protocol", "initiator", "towards the server's memory"}};
  return info;
}

}  // namespace isochron
