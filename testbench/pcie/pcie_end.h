// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/pcie/pcie_port.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron::testbench {

/// A part at the end of PCI Express that notes what comes in, and frees its buffer at once or later.
class PcieEnd final : public sc_core::sc_module, private PciePort::Listener {
 public:
  struct Arrival {
    Time at;
    std::uint32_t source;
    std::uint64_t sequence;
    MessageKind kind;
    unsigned bytes;
  };

  PcieEnd(const sc_core::sc_module_name& name, const Domain& domain, const PciePort::Config& config,
          std::uint32_t number = 0)
      : sc_module(name), port("port", config, *this), domain_(domain), number_(number) {}

  /// At the start of the simulation.
  std::function<void()> at_start = [] {};
  /// How long a packet stays in its buffer.
  std::function<Time(const Payload&)> hold = [](const Payload&) { return Time{0}; };
  /// Called with each packet, before its buffer is free.
  std::function<void(const Payload&, Time)> then = [](const Payload&, Time) {};
  /// Called with each packet that begins to leave.
  std::function<void(const Payload&, Time, Time)> leaving = [](const Payload&, Time, Time) {};
  /// Whether the buffer of a packet is to be freed by whoever called for it, with release().
  std::function<bool(const Payload&)> keeps = [](const Payload&) { return false; };

  void send(MessageKind kind, unsigned bytes, std::uint32_t to, Time now, std::uint8_t traffic_class = 0,
            std::uint32_t requested = 0) {
    Message& message = domain_.pool.allocate(EndpointAddress{to, 0}.encode(), bytes);
    message.tag().kind = kind;
    message.tag().traffic_class = traffic_class;
    message.tag().source = number_;
    message.tag().destination = to;
    message.tag().sequence = sent++;
    message.tag().requested = requested;
    bytes_sent += Tlp::of(message).data;
    port.send(message, now);
  }
  void release(const Tlp& tlp, Time now) { port.release(tlp, now); }

  std::vector<Time> times() const {
    std::vector<Time> found;
    for (const Arrival& one : arrivals) found.push_back(one.at);
    return found;
  }

  PciePort port;
  std::vector<Arrival> arrivals;
  std::uint64_t sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_arrived = 0;

 private:
  void start_of_simulation() override {
    port.connect();
    at_start();
  }
  void tlp_leaves(PciePort&, const Payload& packet, Time now, Time end) override { leaving(packet, now, end); }
  void tlp_arrived(PciePort&, Payload& packet, Time now) override {
    const Tag& tag = tag_of(packet);
    arrivals.push_back({now, tag.source, tag.sequence, tag.kind, packet.get_data_length()});
    const Tlp tlp = Tlp::of(packet);
    bytes_arrived += tlp.data;
    const bool kept = keeps(packet);
    then(packet, now);
    const Time held = hold(packet);
    packet.release();
    if (kept) return;
    if (held == 0)
      port.release(tlp, now);
    else
      domain_.region.call_at(now + held, [this, tlp, at = now + held] { port.release(tlp, at); });
  }

  Domain domain_;
  std::uint32_t number_;
};

/// Everything that parts report of the window from `from` to `to`, and the like.
std::string report_of(const std::vector<Measured*>& parts, Time from, Time to);

}  // namespace isochron::testbench
