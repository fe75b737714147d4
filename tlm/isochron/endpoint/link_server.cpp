// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_server.h>

namespace isochron {

LinkServerBase::LinkServerBase(const sc_core::sc_module_name& name, const Domain& domain,
                               const ServiceStation::Config& config, std::uint64_t seed)
    : sc_module(name),
      station_(this->name(), domain, config, seed, static_cast<ServiceStation::Client&>(*this)),
      held_(config.servers),
      asked_for_(config.classes.classes, nullptr) {
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

bool LinkServerBase::served(Payload& payload, unsigned server, Time now) {
  Held& held = held_[server];
  if (!port_->take_buffer(held, now)) {
    held.payload = &payload;
    return false;
  }
  port_->push(payload, now);
  return true;
}

void LinkServerBase::Held::buffer_granted(Time now) {
  owner->port_->push(*payload, now);
  payload = nullptr;
  owner->station_.release(server, now);
}

void LinkServerBase::start_window(Time now) {
  station_.start_window(now);
  port_->start_window(now);
}

void LinkServerBase::report(StatisticSink& sink) {
  station_.report(sink);
  port_->report(sink);
}

void LinkServerBase::report_waits(std::vector<Wait>& waits) const {
  station_.report_waits(waits, port_->path());
  port_->report_waits(waits);
}

void LinkServerBase::list_probes(ProbeList& list) {
  station_.list_probes(list);
  list.add(*port_);
}

TypeInfo LinkServerBase::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Servers with a queue between two links: messages wait, are served for a time, and go on";
  info.source = "our own";
  info.ports = {{"in", "any", "receiver", "the end of a link"}, {"out", "any", "sender", "its output port"}};
  info.statistics = ServiceStation::statistics();
  info.describe_output_port("out");
  ServiceStation::Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
