// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/faults/flat_fault.h>

namespace isochron {

/// Whether a message may be lost.
bool can_lose(const FlatFault& fault, const Netlist& netlist);

/// Throws InputError where work that cannot do without any of its messages may lose some: a job, or a requester that
/// never gives up, would wait for ever.
void require_work_that_can_be_lost(const FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist);

/// Throws InputError where it is not known what a failure leaves of some traffic: sources that fail, or take over what
/// others did, have a rate, or ask when they are answered.
void require_rates(const FaultDeclaration& declared, const Netlist& netlist);

}  // namespace isochron
