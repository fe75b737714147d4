// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/station_server.h>

#include <string>

#include <isochron/core/error.h>

namespace isochron {

StationServer::StationServer(const sc_core::sc_module_name& name, const Domain& domain,
                             const ServiceStation::Config& config, std::uint64_t seed, std::uint32_t endpoint,
                             const RequestBoard& requests)
    : sc_module(name),
      in("in", requests_),
      out("out", domain),
      station_(this->name(), domain, config, seed, static_cast<ServiceStation::Client&>(*this)),
      responder_(domain, requests, endpoint, station_) {
  responder_.send_by(out, config.classes.service());
}

StationServer::~StationServer() = default;

void StationServer::take(Payload& request, Time now) {
  if (!responder_.is_for(tag_of(request)))
    throw ModelError(std::string(name()) + ": what has come is no request to it");
  request.acquire();  // the network lets it go
  responder_.arrived(request, now);
}

bool StationServer::served(Payload& payload, unsigned, Time now) {
  responder_.served(payload, now);
  return true;
}

void StationServer::start_window(Time now) {
  station_.start_window(now);
  responder_.start_window(now);
}

void StationServer::report(StatisticSink& sink) {
  station_.report(sink);
  sink.part(name()).mean("answers", responder_.depth(sink.end()));
}

void StationServer::report_waits(std::vector<Wait>& waits) const {
  station_.report_waits(waits, out.path());
}

void StationServer::list_probes(ProbeList& list) {
  station_.list_probes(list);
  list.add(out);
}

TypeInfo StationServer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Servers with a queue at a station of a network: requests wait, are served for a time, and answered";
  info.source = "our own";
  info.ports = {{"in", "hand-over", "target", "requests, and data, from the network"},
                {"out", "hand-over", "initiator", "answers, to the network"}};
  info.statistics = ServiceStation::statistics();
  info.statistics.push_back(
      {"answers", "1", "requests that have been served and whose answer has not left, mean over time"});
  ServiceStation::Config config;
  info.describe_parameters(config.parameters(ServiceStation::Queue::unlimited));
  return info;
}

}  // namespace isochron
