// SPDX-License-Identifier: Apache-2.0
// Stands in for a Verilated design: the netlist with all mutants, and MUTANT in the environment chooses one.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "Vmutants.h"

class MutatedModel : public Vmutants {
 public:
  MutatedModel(VerilatedContext* context, const char* name) : Vmutants(context, name) {
    const char* number = std::getenv("MUTANT");
    mutsel = static_cast<std::uint16_t>(number ? std::atoi(number) : 0);
  }
};
