// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_server.h>

#include <typeinfo>

#include <isochron/protocol/message_pool.h>
#include <isochron/protocol/traffic_class.h>

namespace isochron {

BusServer::BusServer(const sc_core::sc_module_name& name, const Domain& domain, const ServiceStation::Config& config,
                     std::uint64_t seed, std::uint32_t endpoint, const RequestBoard& requests)
    : sc_module(name),
      in("in", domain, *this),
      out("out", domain, 1, BufferFreed::on_arrival),
      region_(domain.region),
      station_(this->name(), domain, config, seed, static_cast<ServiceStation::Client&>(*this)),
      responder_(domain, requests, endpoint, station_) {
  responder_.send_by(out, config.classes.service());
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
}

BusServer::~BusServer() = default;

void BusServer::on_request(AtTargetBase&, Payload& payload, Time now) {
  // Nobody is known who waits for the answer to a third party's.
  if (typeid(payload) != typeid(Message) || !payload.is_write() || !responder_.is_for(tag_of(payload))) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    in.ready(payload);
    return;
  }
  if (station_.take_place(class_of(payload, station_.classes()), now))
    accept(payload);
  else
    waiting_ = &payload;
}

void BusServer::place_granted(unsigned, Time) {
  // It may be the end of another request that gives the place: that is to be over first.
  region_.request(*this);
}

void BusServer::ask(Time) {
  Payload& payload = *waiting_;
  waiting_ = nullptr;
  accept(payload);
}

void BusServer::accept(Payload& payload) {
  payload.acquire();  // until it has been served: its master and the bus may let it go before on_complete()
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  in.ready(payload);
}

void BusServer::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (payload.is_response_error()) return;
  responder_.arrived(payload, now);
}

bool BusServer::served(Payload& payload, unsigned, Time now) {
  responder_.served(payload, now);
  return true;
}

void BusServer::start_window(Time now) {
  station_.start_window(now);
  responder_.start_window(now);
  out.start_window(now);
}

void BusServer::report(StatisticSink& sink) {
  station_.report(sink);
  sink.part(name()).mean("answers", responder_.depth(sink.end()));
  out.report(sink);
}

void BusServer::report_waits(std::vector<Wait>& waits) const {
  station_.report_waits(waits, out.path());
  out.report_waits(waits);
}

void BusServer::list_probes(ProbeList& list) {
  station_.list_probes(list);
  list.add(out);
}

TypeInfo BusServer::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Servers with a queue on a bus: requests are written to it, wait, are served for a time, and answered";
  info.source = "our own";
  info.ports = {{"in", "base protocol", "target", "requests, and data, are written here"},
                {"out", "base protocol", "initiator", "its place on the bus: answers"}};
  info.statistics = ServiceStation::statistics();
  info.statistics.push_back(
      {"answers", "1", "requests that have been served and whose answer has not left, mean over time"});
  info.describe_output_port("out");
  ServiceStation::Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
