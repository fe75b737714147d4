// SPDX-License-Identifier: Apache-2.0
#include "verilated_adder.h"

#include <verilated.h>

#include "Vadder.h"

struct VerilatedAdder::Model {
  VerilatedContext context;
  Vadder pins{&context, "adder"};
};

VerilatedAdder::VerilatedAdder() : model_(std::make_unique<Model>()) {
  model_->pins.rst = 1;
  settle();
  edge();
  model_->pins.rst = 0;
}

VerilatedAdder::~VerilatedAdder() {
  model_->pins.final();
}

isochron::cosim::AxiLitePins VerilatedAdder::registers() {
  return ISOCHRON_AXI_LITE_PINS(model_->pins, s_axil);
}

void VerilatedAdder::settle() {
  model_->pins.clk = 0;
  model_->pins.eval();
}

void VerilatedAdder::edge() {
  model_->pins.clk = 1;
  model_->pins.eval();
}
