// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/measured.h>
#include <isochron/pcie/link_direction.h>
#include <isochron/pcie/pcie_sockets.h>
#include <isochron/pcie/pcie_switch_config.h>
#include <isochron/pcie/port_router.h>

namespace isochron {

/// A port of a PcieSwitch: the buffers for what comes in by it, and the packets that wait to leave by it.
class PcieSwitchPort final : public Measured, private PcieDevice {
 public:
  using Ports = std::vector<std::unique_ptr<PcieSwitchPort>>;

  /// Number `index` of the switch's `ports`. All references must outlive it.
  PcieSwitchPort(unsigned index, const PcieSwitchConfig& config, const PortRouter& router, const Ports& ports);

  PcieSocket socket;

  /// To be called at start of simulation.
  void connect();
  std::string path() const override { return socket.name(); }

  void start_window(Time now) override { queues_.start_window(now); }
  void report(StatisticSink& sink) override;

 private:
  TlpQueues& queues() override { return queues_; }
  const ReceiveBuffers& buffers() const override { return config_.buffers; }
  Time ready(const Payload& packet, Time header_at, Time whole_at) const override;
  void arrived(Payload& packet, Time now) override;
  void leaves(const Payload& packet, unsigned input, Time now, Time end) override;
  std::string holder(unsigned traffic_class, TlpType type) const override;

  /// Where a packet that has come in here goes.
  PcieSwitchPort& output_of(const Payload& packet) const;

  unsigned index_;
  const PcieSwitchConfig& config_;
  const PortRouter& router_;
  const Ports& ports_;
  TlpQueues queues_;
  LinkDirection* outgoing_ = nullptr;  ///< fetched once, at start of simulation
  LinkDirection* incoming_ = nullptr;
};

}  // namespace isochron
