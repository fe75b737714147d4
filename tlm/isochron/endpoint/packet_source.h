// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/host/host.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A program that measures a host's network: sends packets one after another, the next as soon as the host is done with
/// the one before, from time 0 on. Source: Calliope, section 3.1, Table 1 (ttcp), and 3.2.3 (`write`: the path of a
/// server without disks, on which every packet is written to memory first).
class PacketSource final : public sc_core::sc_module, public WithStatistics<PacketSource>, public Traced {
 public:
  struct Config {
    std::uint64_t packet = 4096;  ///< bytes
    std::uint64_t count = 0;      ///< packets that it sends; 0: without end
    bool write = false;           ///< the processor writes each packet to memory before it sends it

    ParameterTable parameters();
  };

  /// `key`: of its jobs among those that come to the host in one instant. The host must outlive it.
  PacketSource(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Host& host,
               std::uint64_t key = 0);
  ~PacketSource() override;

  /// Packets that the host has sent, to station 1.
  OutletPort packets;

  /// In this window.
  std::uint64_t sent() const { return sent_; }
  /// It has sent all that it is to send.
  bool is_done() const { return config_.count != 0 && number_ >= config_.count; }

  static Statistics<PacketSource> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "packet_source";
  static TypeInfo type_info();

 private:
  /// A job of the host, and what follows it.
  class Step final : public Host::Job {
   public:
    using Next = void (PacketSource::*)(Time);
    Step(PacketSource& owner, Next next) : owner_(owner), next_(next) {}
    void done(Time now) override { (owner_.*next_)(now); }

   private:
    PacketSource& owner_;
    Next next_;
  };

  void start();
  void next_packet(Time now);
  void send(Time now);
  void hand_on(Time now);

  Domain domain_;
  Config config_;
  Host& host_;
  std::uint64_t key_;
  Step written_{*this, &PacketSource::send};
  Step sent_step_{*this, &PacketSource::hand_on};
  std::uint64_t number_ = 0;  ///< of the next packet
  std::uint64_t sent_ = 0;
  PhaseProbe phase_probe_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
