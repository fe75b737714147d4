// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/credit_link.h>

namespace isochron {

/// T9000 transputer links: names the protocol, in which a virtual channel is a strand and a credit the connection
/// through the crossbar.
struct Transputer {};

using TransputerSenderSocket = CreditSenderSocket<Transputer>;
using TransputerReceiverSocket = CreditReceiverSocket<Transputer>;

}  // namespace isochron
