// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/router.h>

namespace isochron {

/// The target side of a bridge or chip on a bus: takes posted writes into the output port that they will leave by, and
/// withholds END_REQ while that has no buffer. END_RESP says that the last byte is across. The adapter from the base
/// protocol to a credit link. Reads are answered with TLM_COMMAND_ERROR_RESPONSE: the fabrics carry writes only.
class BusReceiver final : private Buffers::Waiter {
 public:
  BusReceiver(const std::string& name, const Domain& domain, const Router& router);

  AtTargetOf<BusReceiver> socket;

 private:
  friend class AtTargetOf<BusReceiver>;

  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< nothing behind the fabric can be looked at
  void buffer_granted(Time now) override;

  /// A payload, or the copy of a third party's, and where it goes.
  struct Carried {
    Payload* payload;
    OutputPort* port;
  };

  /// A third party may use its payload's data again once it is answered: the fabric carries a copy.
  Payload& adopt(Payload& payload);

  MessagePool& pool_;
  const Router& router_;
  OutputPort* only_;  ///< of the router; or none
  Payload* waiting_ = nullptr;
  OutputPort* port_ = nullptr;  ///< by which the request will leave
  Ring<Carried> carried_;       ///< accepted, in order
};

}  // namespace isochron
