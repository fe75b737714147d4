// SPDX-License-Identifier: Apache-2.0
// make_core for the tests of testbench/rtl when they meet the mutants: there is one core, that of the default
// parameters.
#include <stdexcept>

#include "Vcore64.h"
#include "verilated_core.h"

namespace isochron::rtl {

std::unique_ptr<CoreDut> make_core(const std::string& name, std::uint64_t seed) {
  if (name != "64") throw std::invalid_argument("core '" + name + "' has no mutants");
  return std::make_unique<VerilatedCore<Vcore64>>(CoreParameters{}, seed);
}

}  // namespace isochron::rtl
