// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/endpoint/port_requester.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/bus_sender.h>

namespace isochron {

/// A requester on a bus: a master that writes its requests, and data, to those who answer, and a target to which they
/// write what they answer. It takes all answers at once. Reads of it are answered with TLM_COMMAND_ERROR_RESPONSE, and
/// so is what is no answer.
class BusRequester final : public PortRequester {
 public:
  BusRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Departures& departures,
               Arrivals& arrivals);

  BusSender out;  ///< one transaction outstanding; its socket is to be bound
  AtTargetOf<BusRequester> in;

  static constexpr const char* type = "bus_requester";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<BusRequester>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< what has come is not kept
};

}  // namespace isochron
