// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/credit_link.h>

#include <isochron/core/error.h>

namespace isochron {

void CreditForwardBase::lose(Payload& packet, Time) {
  throw ModelError(buffer_owner(packet) + ": a packet that has a buffer here was lost on its link, which cannot be");
}

}  // namespace isochron
