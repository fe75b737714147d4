// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_sink.h>

namespace isochron {

BusSink::BusSink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals)
    : MessageSink(name, domain, config, arrivals, Region::Rank::bus), in("in", domain, *this) {}

void BusSink::on_request(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    in.ready(payload);
    return;
  }
  waiting_ = &payload;
  if (take_buffer(now)) granted(now);
}

void BusSink::granted(Time) {
  Payload& payload = *waiting_;
  waiting_ = nullptr;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  in.ready(payload);
}

void BusSink::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_response_error()) arrived(payload, now);
}

TypeInfo BusSink::type_info() {
  return describe(type, "Where messages on a bus end: takes what comes, or one after another at a rate",
                  {"in", "base protocol", "target", "what is written ends here"});
}

}  // namespace isochron
