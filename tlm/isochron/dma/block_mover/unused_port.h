// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/at_initiator.h>
#include <isochron/protocol/at_target.h>

namespace isochron {

/// Behind a port that a place does not use: every access is refused with TLM_ADDRESS_ERROR_RESPONSE.
class UnusedTarget final {
 public:
  UnusedTarget(const char* name, const Domain& domain) : socket(name, domain, *this) {}

  AtTargetOf<UnusedTarget> socket;

 private:
  friend class AtTargetOf<UnusedTarget>;
  void on_request(AtTargetBase&, Payload& payload, Time) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time) {}
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
};

/// Before a port that a place does not use: nothing ever comes.
class UnusedInitiator final {
 public:
  UnusedInitiator(const char* name, const Domain& domain) : socket(name, domain, *this) {}

  AtInitiatorOf<UnusedInitiator> socket;

 private:
  friend class AtInitiatorOf<UnusedInitiator>;
  void on_accepted(AtInitiatorBase&, Payload&, Time) {}
  void on_response(AtInitiatorBase&, Payload&, Time) {}
};

}  // namespace isochron
