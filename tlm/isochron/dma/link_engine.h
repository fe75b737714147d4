// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/fabric/transputer.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// The direct memory access engine of a transputer link: reads a strand from local memory over the node's bus, then
/// sends it over the link; the processor has no part in it. With a packet size, a strand is a virtual channel of
/// packets: each gets in line when the one before it has left, so that strands share the link in turns. Source: Gennart
/// et al., section 3.3.
class LinkEngine final : public sc_core::sc_module,
                         public Inlet,
                         public Measured,
                         public Traced,
                         private CreditBackward<Transputer>,
                         private Region::Update {
 public:
  /// `address`: of the memory that it reads. `packet`: bytes; 0: a strand is one packet.
  LinkEngine(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address, std::uint64_t packet);
  ~LinkEngine() override;

  AtInitiatorOf<LinkEngine> socket;
  TransputerSenderSocket link;

  /// Takes on the strand in `payload`. Its packets belong to whoever receives them at the far end: their tags say what
  /// they are of, the last one ends at the tag's `bytes`.
  void accept(Payload& payload, Time now) override;

  void start_window(Time) override {}
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "link_engine";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<LinkEngine>;

  void update(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void credit(Payload& packet, Time now) override;
  void sent(Time now) override;
  void start_of_simulation() override { forward_ = link.get_base_port().operator->(); }

  /// A strand that is being sent.
  struct Sending {
    Payload* packet = nullptr;  ///< that a connection is asked for
    Payload* strand = nullptr;
    std::uint64_t next = 0;  ///< offset of the packet after that one
  };

  void send_from(Payload& strand, std::uint64_t offset, Time now);

  struct Probes;
  /// For whoever traces.
  void note(Time now, Phase phase, const TransactionId& id);

  Domain domain_;
  std::uint64_t address_;
  std::uint64_t packet_;
  CreditForwardBase* forward_ = nullptr;  ///< fetched once, at start of simulation
  ArrivalQueue<Payload*> to_read_;
  std::vector<Sending> open_;
  Sending leaving_;  ///< on the link
  RequestQueue<LinkEngine> outbox_{socket};
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
