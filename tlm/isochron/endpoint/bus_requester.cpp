// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_requester.h>

namespace isochron {

BusRequester::BusRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                           Departures& departures, Arrivals& arrivals)
    : PortRequester(name, domain, config, departures, arrivals),
      out("out", domain, 1, BufferFreed::on_arrival),
      in("in", domain, *this) {
  send_by(out);
}

void BusRequester::on_request(AtTargetBase&, Payload& payload, Time) {
  const bool answers = payload.is_write() && tag_of(payload).kind == MessageKind::response;
  payload.set_response_status(answers ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
  in.ready(payload);
}

void BusRequester::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_response_error()) answer_arrived(payload, now);
}

TypeInfo BusRequester::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "Asks for data, or writes them, over a bus: so many requests under way, each answered";
  describe(info);
  info.ports = {{"out", "base protocol", "initiator", "its place on the bus: requests, and data that it writes"},
                {"in", "base protocol", "target", "answers are written here"}};
  info.describe_output_port("out");
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
