// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include <isochron/observe/measured.h>
#include <isochron/pcie/link_direction.h>
#include <isochron/pcie/pcie_sockets.h>
#include <isochron/pcie/tlp_queues.h>

namespace isochron {

/// What a part at the end of PCI Express has at a link: the packets that wait to be sent, with the ordering rules, and
/// buffers for those that come in.
class PciePort final : public Measured, private PcieDevice {
 public:
  struct Config {
    ReceiveBuffers buffers{};  ///< unlimited
    OrderingRules ordering = OrderingRules::pcie;
  };

  /// Takes what comes in.
  class Listener {
   public:
    /// A packet has come in whole. It fills a buffer of `port` until PciePort::release().
    virtual void tlp_arrived(PciePort& port, Payload& packet, Time now) = 0;
    /// A packet that was sent begins to leave, and will have left at `end`. It is the link's: not to be kept.
    virtual void tlp_leaves(PciePort& port, const Payload& packet, Time now, Time end) {
      (void)port, (void)packet, (void)now, (void)end;
    }
    /// The path of the port that has to move before a packet of this type at `port` leaves its buffer.
    virtual std::string holder(const PciePort& port, TlpType type) const {
      (void)type;
      return port.path();
    }

   protected:
    ~Listener() = default;
  };

  PciePort(const std::string& name, const Config& config, Listener& listener);

  /// Binds to a link's `a` or `b`.
  PcieSocket socket;

  /// To be called at start of simulation.
  void connect();

  /// Sends a message as soon as link, ordering and credits let it. Throws ModelError where they never will.
  void send(Payload& packet, Time now) { outgoing_->send(packet, 0, now); }
  /// The buffer of a packet that came in is free: what it was must be noted before it goes back to its pool.
  void release(const Tlp& tlp, Time now) { incoming_->release(tlp, now); }

  /// Both directions of the link, from the start of simulation on.
  const LinkDirection& outgoing() const { return *outgoing_; }
  const LinkDirection& incoming() const { return *incoming_; }
  /// Packets that have not begun to leave.
  std::size_t waiting() const { return queues_.size(); }
  std::string path() const override { return socket.name(); }

  void start_window(Time now) override { queues_.start_window(now); }
  void report(StatisticSink& sink) override;

 private:
  TlpQueues& queues() override { return queues_; }
  const ReceiveBuffers& buffers() const override { return config_.buffers; }
  Time ready(const Payload&, Time, Time whole_at) const override { return whole_at; }
  void arrived(Payload& packet, Time now) override { listener_.tlp_arrived(*this, packet, now); }
  void leaves(const Payload& packet, unsigned, Time now, Time end) override {
    listener_.tlp_leaves(*this, packet, now, end);
  }
  std::string holder(unsigned, TlpType type) const override { return listener_.holder(*this, type); }

  Config config_;
  Listener& listener_;
  TlpQueues queues_;
  LinkDirection* outgoing_ = nullptr;  ///< fetched once, at start of simulation
  LinkDirection* incoming_ = nullptr;
};

}  // namespace isochron
