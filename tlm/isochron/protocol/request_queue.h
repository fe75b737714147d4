// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/ring.h>
#include <isochron/protocol/at_initiator.h>

namespace isochron {

/// Requests that leave through one initiator socket in order, each as soon as the one before has been accepted (request
/// exclusion rule, IEEE 1666-2011 clause 15.2.6). Several may be on their way.
template <class Client>
class RequestQueue {
 public:
  explicit RequestQueue(AtInitiatorOf<Client>& socket) : socket_(socket) {}

  void send(Payload& payload) {
    if (socket_.requesting() || !waiting_.empty())
      waiting_.push(&payload);
    else
      socket_.send(payload);
  }
  /// To be called from the client's on_accepted().
  void accepted() {
    if (!waiting_.empty() && !socket_.requesting()) socket_.send(*waiting_.pop());
  }

 private:
  AtInitiatorOf<Client>& socket_;
  Ring<Payload*> waiting_;
};

}  // namespace isochron
