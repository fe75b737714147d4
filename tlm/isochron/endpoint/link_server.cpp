// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_server.h>

namespace isochron {

LinkServerBase::LinkServerBase(const sc_core::sc_module_name& name, const Domain& domain,
                               const ServiceStation::Config& config, std::uint64_t seed, std::uint32_t endpoint,
                               const RequestBoard& requests)
    : sc_module(name),
      station_(this->name(), domain, config, seed, static_cast<ServiceStation::Client&>(*this)),
      held_(station_.places()),
      asked_for_(config.classes.classes, nullptr),
      responder_(domain, requests, endpoint, station_) {
  for (unsigned i = 0; i < held_.size(); ++i) {
    held_[i].owner = this;
    held_[i].server = i;
  }
}

LinkServerBase::~LinkServerBase() = default;

bool LinkServerBase::place_requested(Payload& packet, Time now) {
  const unsigned traffic_class = class_of(packet, station_.classes());
  if (station_.take_place(traffic_class, now)) return true;
  asked_for_[traffic_class] = &packet;
  return false;
}

void LinkServerBase::place_granted(unsigned traffic_class, Time now) {
  sender_->credit(*asked_for_[traffic_class], now);
}

void LinkServerBase::send_by(LinkSenderBase& port) {
  out_.has(port);
  ports_ = {&port};
  responder_.send_by(port, ClassService{});
}

void LinkServerBase::send_by(ClassedLinkSenderBase& port) {
  out_.has(port);
  for (unsigned c = 0; c < port.classes(); ++c) ports_.push_back(&port.port(c));
  responder_.send_by(port);
}

void LinkServerBase::packet_arrived(Payload& packet, Time now) {
  if (responder_.is_for(tag_of(packet)))
    responder_.arrived(packet, now);
  else
    station_.arrived(packet, now);
}

bool LinkServerBase::served(Payload& payload, unsigned server, Time now) {
  if (responder_.is_for(tag_of(payload))) {
    responder_.served(payload, now);
    return true;
  }
  Held& held = held_[server];
  held.port = ports_[class_of(payload, static_cast<unsigned>(ports_.size()))];
  if (!held.port->take_buffer(held, now)) {
    held.payload = &payload;
    return false;
  }
  held.port->push(payload, now);
  return true;
}

void LinkServerBase::Held::buffer_granted(Time now) {
  port->push(*payload, now);
  payload = nullptr;
  owner->station_.release(server, now);
}

void LinkServerBase::start_window(Time now) {
  station_.start_window(now);
  responder_.start_window(now);
  out_.start_window(now);
}

void LinkServerBase::report(StatisticSink& sink) {
  station_.report(sink);
  sink.part(name()).mean("answers", responder_.depth(sink.end()));
  out_.report(sink);
}

void LinkServerBase::report_waits(std::vector<Wait>& waits) const {
  station_.report_waits(waits, std::string(name()) + ".out");
  out_.report_waits(waits);
}

void LinkServerBase::list_probes(ProbeList& list) {
  station_.list_probes(list);
  out_.list_probes(list);
}

TypeInfo LinkServerBase::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary =
      "Servers with a queue between two links: messages wait, are served for a time, and go on; requests are answered";
  info.source = "our own";
  info.ports = {{"in", "any", "receiver", "the end of a link"}, {"out", "any", "sender", "its output port"}};
  info.statistics = ServiceStation::statistics();
  info.statistics.push_back(
      {"answers", "1", "requests that have been served and whose answer has not left, mean over time"});
  info.describe_output_port("out");
  ClassedLinkSenderBase::describe_classes(info, "out");
  ServiceStation::Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
