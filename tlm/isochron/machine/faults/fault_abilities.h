// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_declaration.h>
#include <isochron/machine/faults/flat_fault.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Whether parts of the type can have the fault: "down", "slow", "bit_errors", "set", or "fail" by themselves.
bool can(const TypeInfo& type, const std::string& ability);

/// The part that asks `part` for something and cannot go on without an answer; null: there is none. Jobs always can.
const FlatPart* needs_answers_of(std::size_t part, const Netlist& netlist);

/// Whether other work than jobs alone, or than of the parts that ask for something, would hear what is lost of it.
bool has_mixed_work(const Netlist& netlist);

/// What must end loses nothing. Of what can fail alone, whoever asked for it goes on without what is lost.
bool keeps_all(const FlatPart& part);

/// Throws InputError where the part cannot have the fault, or whoever waits for it would wait for ever.
void require_ability(std::size_t number, const FlatFault& flat, const FaultDeclaration& fault, const Netlist& netlist);

}  // namespace isochron
