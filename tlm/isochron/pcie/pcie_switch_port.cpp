// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/pcie_switch_port.h>

#include <algorithm>

#include <isochron/pcie/queue_statistics.h>

namespace isochron {

PcieSwitchPort::PcieSwitchPort(unsigned index, const PcieSwitchConfig& config, const PortRouter& router,
                               const Ports& ports)
    : socket(("port[" + std::to_string(index) + "]").c_str()),
      index_(index),
      config_(config),
      router_(router),
      ports_(ports),
      queues_(config.rules(), static_cast<unsigned>(config.ports), config.input_weights()) {
  socket.bind(static_cast<PcieDevice&>(*this));
}

void PcieSwitchPort::connect() {
  PcieLinkEnd* const link = socket.get_base_port().operator->();
  outgoing_ = &link->outgoing();
  incoming_ = &link->incoming();
}

PcieSwitchPort& PcieSwitchPort::output_of(const Payload& packet) const {
  const unsigned output = router_.port_of(packet);
  const bool between_lower_ports = index_ != 0 && output != 0;
  return *ports_[between_lower_ports && !config_.peer_to_peer ? 0 : output];
}

Time PcieSwitchPort::ready(const Payload& packet, Time header_at, Time whole_at) const {
  if (config_.forward == PcieSwitchConfig::Forward::store) return whole_at + config_.latency;
  // The output may be quicker: its last byte does not leave before it has come in.
  const LinkDirection& output = *output_of(packet).outgoing_;
  const Rate rate = output.rate();
  const Time least = output.size().bytes(Tlp::of(packet)) * rate.numerator() / rate.denominator();
  return config_.latency + std::max(header_at, whole_at > least ? whole_at - least : 0);
}

void PcieSwitchPort::arrived(Payload& packet, Time now) {
  output_of(packet).outgoing_->send(packet, index_, now);
}

void PcieSwitchPort::leaves(const Payload& packet, unsigned input, Time, Time end) {
  ports_[input]->incoming_->release(Tlp::of(packet), end);
}

std::string PcieSwitchPort::holder(unsigned traffic_class, TlpType type) const {
  for (const auto& output : ports_)
    if (output->queues_.queue(index_, std::min(traffic_class, output->queues_.classes() - 1)).head(type) != nullptr)
      return output->path();
  return path();
}

void PcieSwitchPort::report(StatisticSink& sink) {
  report_queues(sink, path(), queues_);
}

}  // namespace isochron
