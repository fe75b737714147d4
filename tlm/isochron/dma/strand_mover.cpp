// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/strand_mover.h>

#include <isochron/dma/block_mover.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

StrandMover::StrandMover(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t source,
                         std::uint64_t destination)
    : sc_module(name),
      local("local", domain, *this, 0),
      system("system", domain, *this, 1),
      region_(domain.region),
      source_(source),
      destination_(destination) {
  region_.join(static_cast<Region::Update&>(*this));
}

StrandMover::~StrandMover() = default;

void StrandMover::accept(Payload& payload, Time now) {
  payload.acquire();
  // Not at once: whoever hands it over may still be in the call that ends its last transfer.
  handed_over_.push(now, tag_of(payload).sequence, &payload);
  change(now, 1);
  region_.request_update(*this);
}

void StrandMover::update(Time) {
  while (!handed_over_.empty()) {
    Payload& payload = *handed_over_.pop();
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(source_ + (tag_of(payload).has_data ? tag_of(payload).data_offset : 0));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    reads_.send(payload);
  }
}

void StrandMover::on_accepted(AtInitiatorBase& socket, Payload&, Time) {
  (&socket == &local ? reads_ : writes_).accepted();
}

void StrandMover::on_response(AtInitiatorBase& socket, Payload& payload, Time now) {
  socket.require_ok(payload);
  if (&socket == &local) {
    // In the same call: the strand must stand in line for the system bus before anybody is granted it in this instant.
    local.complete(payload);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(destination_ + (tag_of(payload).has_data ? tag_of(payload).data_offset : 0));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    writes_.send(payload);
    return;
  }
  system.complete(payload);
  change(now, -1);
  moved.hand_on(payload, now);
  payload.release();
}

void StrandMover::change(Time now, int strands) {
  under_way_.change(now, strands);
  const bool any = under_way_.level() > 0;
  if (any && !busy_.inside()) busy_.enter(now);
  if (!any && busy_.inside()) busy_.leave(now);
  if (traced_) strands_.set(now, static_cast<std::uint64_t>(under_way_.level()));
}

Statistics<StrandMover> StrandMover::statistics() {
  Statistics<StrandMover> table;
  table.fraction("utilisation", &StrandMover::busy_, "fraction of time that it has a strand");
  table.mean("queue_depth", &StrandMover::under_way_, "strands handed over and not yet moved, mean over time");
  return table;
}

void StrandMover::report_waits(std::vector<Wait>& waits) const {
  local.report_wait(waits);
  system.report_wait(waits);
}

void StrandMover::list_probes(ProbeList& list) {
  list.add(strands_, name(), "strands", 0xffff, "strands handed over and not yet moved");
}

void StrandMover::start_trace(Time now) {
  traced_ = true;
  strands_.set(now, static_cast<std::uint64_t>(under_way_.level()));
}

TypeInfo StrandMover::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "Block mover that is never held: a strand from local memory over the system bus in one transfer; impl: rtl or "
      "timing: clocked put a block_mover in its place";
  info.source = "Gennart et al., section 5.3";
  info.ports = {{"local", "base protocol", "initiator", "towards local memory, which answers at once"},
                {"system", "base protocol", "initiator", "towards the shared bus"}};
  info.statistics = statistics().infos();
  info.statistics.push_back(
      {"moved", "B", "of a block mover in its place: written, every byte compared with what was read"});
  info.statistics.push_back({"cycles", "1", "of a block mover in its place: clock cycles of Verilog simulated"});
  // It has none of its own: these put a block mover in its place.
  BlockMover::Config instead;
  info.describe_parameters(instead.strand_parameters());
  return info;
}

}  // namespace isochron
