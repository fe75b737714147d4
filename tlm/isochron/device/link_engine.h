// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/fabric/transputer.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// The direct memory access engine of a transputer link: reads a strand from local memory over the node's bus, then
/// sends it over the link; the processor has no part in it. Source: Gennart et al. 1997, section 3.3.
class LinkEngine final : public sc_core::sc_module,
                         public Measured,
                         private CreditBackward<Transputer>,
                         private Region::Entrance {
 public:
  /// `address`: of the memory that it reads.
  LinkEngine(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t address);

  AtInitiatorOf<LinkEngine> socket;
  TransputerSenderSocket link;

  /// Takes on the strand in `payload`; it belongs to whoever receives it at the far end.
  void submit(Payload& payload, Time now);

  void start_window(Time) override {}
  void report_waits(std::vector<Wait>& waits) const override;

  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<LinkEngine>;

  void enter(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void credit(unsigned vc, unsigned n, Time now) override;
  void sent(Time) override {}
  void start_of_simulation() override { forward_ = link.get_base_port().operator->(); }

  Region& region_;
  std::uint64_t address_;
  CreditForwardBase* forward_ = nullptr;  ///< fetched once, at start of simulation
  ArrivalQueue<Payload*> to_read_;
  std::vector<Payload*> open_;  ///< a connection is asked for
  RequestQueue<LinkEngine> outbox_{socket};
};

}  // namespace isochron
