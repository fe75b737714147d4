// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/processing_unit.h>

#include <isochron/protocol/stream_check.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

ProcessingUnit::ProcessingUnit(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               std::uint64_t address)
    : sc_module(name),
      FaultyStation(domain.region),
      socket("socket", domain, *this),
      region_(domain.region),
      config_(config),
      address_(address) {
  if (config_.rate > 0) rate_ = Rate::bits_per_second(config_.rate);
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  region_.join(static_cast<Region::Update&>(*this));
}

void ProcessingUnit::accept(Payload& payload, Time now) {
  payload.acquire();
  if (config_.held_during_transfers) {
    queue(payload, now);
  } else {
    // Not at once: whoever hands it over may still be in the call that ends its last transfer.
    to_read_.push(now, tag_of(payload).sequence, &payload);
    region_.request_update(*this);
  }
}

void ProcessingUnit::queue(Payload& payload, Time now) {
  waiting_.push(now, tag_of(payload).sequence, &payload);
  depth_.change(now, 1);
  show(now);
  if (current_ == nullptr) region_.request_update(*this);
}

void ProcessingUnit::update(Time now) {
  while (!to_read_.empty()) {
    Payload& payload = *to_read_.pop();
    request(payload, tlm::TLM_READ_COMMAND, payload.get_data_length());
  }
  if (current_ != nullptr || waiting_.empty()) return;
  current_ = waiting_.pop();
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::begin, transaction_of(*current_));
  if (config_.held_during_transfers)
    request(*current_, tlm::TLM_READ_COMMAND, current_->get_data_length());
  else
    compute(now);
}

void ProcessingUnit::request(Payload& payload, tlm::tlm_command command, std::uint64_t bytes) {
  Tag& tag = tag_of(payload);
  if (command == tlm::TLM_WRITE_COMMAND) tag.has_data = false;
  payload.set_command(command);
  payload.set_address(address_ + (tag.has_data ? tag.data_offset : 0));
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  outbox_.send(payload);
}

void ProcessingUnit::compute(Time now) {
  pace_.schedule(region_, *this, now, now + (rate_ ? rate_->time_of(current_->get_data_length()) : 0));
}

void ProcessingUnit::complete(Time now) {
  Payload& payload = *current_;
  if (!config_.held_during_transfers) free(now);
  if (config_.reduction == 0)
    finish(payload, now);
  else
    request(payload, tlm::TLM_WRITE_COMMAND, payload.get_data_length() / config_.reduction);
}

void ProcessingUnit::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void ProcessingUnit::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  socket.complete(payload);
  if (tag_of(payload).has_data) {
    require_stream_data(payload, name());
    checked_bytes_ += payload.get_data_length();
  }
  if (payload.is_write())
    finish(payload, now);
  else if (config_.held_during_transfers)
    compute(now);
  else
    queue(payload, now);
}

void ProcessingUnit::finish(Payload& payload, Time now) {
  if (config_.held_during_transfers) free(now);
  processed.hand_on(payload, now);
  payload.release();
}

void ProcessingUnit::free(Time now) {
  if (probes_ != nullptr) probes_->event(now, Phase::end, transaction_of(*current_));
  current_ = nullptr;
  busy_.leave(now);
  show(now);
  if (!waiting_.empty()) region_.request_update(*this);
}

Statistics<ProcessingUnit> ProcessingUnit::statistics() {
  Statistics<ProcessingUnit> table;
  table.fraction("utilisation", &ProcessingUnit::busy_, "fraction of time that a strand has the unit");
  table.mean("queue_depth", &ProcessingUnit::depth_, "strands that wait for it, mean over time");
  table.when(&ProcessingUnit::checked_bytes);
  table.bytes("checked", &ProcessingUnit::checked_bytes,
              "read since the simulation began and compared with their stream, where there are data");
  return table;
}

void ProcessingUnit::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
}

void ProcessingUnit::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<ServerProbes>(list, name(), "strands");
}

void ProcessingUnit::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->start(now, transaction_of(current_), waiting_.size());
}

void ProcessingUnit::show(Time now) {
  if (probes_ != nullptr) probes_->show(now, transaction_of(current_), waiting_.size());
}

TypeInfo ProcessingUnit::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Processor, compressor or network interface: reads a strand over the bus, computes, writes the result";
  info.source = "Gennart et al., sections 3.1, 3.2 and 4, Table 2";
  info.ports = {{"socket", "base protocol", "initiator", "towards the memory's bus"}};
  info.statistics = statistics().infos();
  info.faults = station_faults();
  return info;
}

}  // namespace isochron
