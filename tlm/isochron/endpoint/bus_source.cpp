// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_source.h>

namespace isochron {

BusSource::BusSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
                     std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
                     std::uint32_t source)
    : MessageSource(name, domain, load, std::move(destinations), std::move(addressing), departures, source),
      out("out", domain, *this) {}

void BusSource::ask(Time now) {
  if (head_ != nullptr) {
    head_->ready(now);
    return;
  }
  if (!idle_ || !has_message()) return;
  idle_ = false;
  out.send(next_message());
}

void BusSource::on_accepted(AtInitiatorBase&, Payload&, Time now) {
  gone(now);
}

void BusSource::on_response(AtInitiatorBase& socket, Payload& payload, Time) {
  socket.require_ok(payload);
  sent(payload.get_data_length());
  out.complete(payload);
  payload.release();
  idle_ = true;
  if (has_message()) request();
}

TypeInfo BusSource::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "Source of messages on a bus: I/Os at given times or in a closed loop, one transaction outstanding";
  describe(info, "over the bus");
  info.ports = {{"out", "base protocol", "initiator", "one transaction outstanding"}};
  info.describe_stage("out");  // its place on the bus
  return info;
}

}  // namespace isochron
