// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <unordered_map>

#include <isochron/fabric/transputer.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A link of the server interface processor: packets are written to its memory as they arrive, by direct memory access.
/// Source: Gennart et al., section 3.3.
class ServerPort final : public sc_core::sc_module, public Measured, public Traced, private CreditForward<Transputer> {
 public:
  /// `address`: where in the server's memory.
  ServerPort(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address);
  ~ServerPort() override;

  TransputerReceiverSocket link;
  AtInitiatorOf<ServerPort> socket;
  /// Every strand whose last byte is in the server's memory; the payload then stands for all of it.
  Outlet stored{"stored"};

  void start_window(Time) override {}
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "server_port";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<ServerPort>;

  bool request(Payload&, Time) override { return true; }  ///< there is always memory
  void send(Payload& packet, Time now) override;
  std::string buffer_owner(const Payload&) const override { return name(); }
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  std::uint64_t address_;
  std::unordered_map<std::uint64_t, std::uint64_t> stored_bytes_;  ///< by strand, of those that are arriving
  RequestQueue<ServerPort> outbox_{socket};
  struct Probes;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
