// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/station_requester.h>

#include <isochron/core/error.h>

namespace isochron {

StationRequester::StationRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                                   Departures& departures, Arrivals& arrivals)
    : PortRequester(name, domain, config, departures, arrivals), out("out", domain), in("in", answers_) {
  send_by(out);
}

void StationRequester::take(Payload& answer, Time now) {
  if (tag_of(answer).kind != MessageKind::response)
    throw ModelError(std::string(name()) + ": what has come is no answer to a request");
  answer_arrived(answer, now);
}

TypeInfo StationRequester::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "Asks for data, or writes them, as a station of a network: so many requests under way, each answered";
  describe(info);
  info.ports = {{"out", "hand-over", "initiator", "requests, and data that it writes, to the network"},
                {"in", "hand-over", "target", "answers, from the network"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
