// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/credit_link.h>

namespace isochron {

/// T9000 transputer links: names the protocol, in which a strand is a virtual channel and a credit the connection
/// through the crossbar.
struct Transputer {
  static constexpr const char* name = "transputer";
};

using TransputerSenderSocket = CreditSenderSocket<Transputer>;
using TransputerReceiverSocket = CreditReceiverSocket<Transputer>;

}  // namespace isochron
