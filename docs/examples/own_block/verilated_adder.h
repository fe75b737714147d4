// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/cosim/axi_pins.h>

/// adder.v made C++ by Verilator, whose header and SystemC's do not meet in one file.
class VerilatedAdder {
 public:
  VerilatedAdder();
  ~VerilatedAdder();

  isochron::cosim::AxiLitePins registers();
  /// The clock falls, and rises.
  void settle();
  void edge();

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};
