// SPDX-License-Identifier: Apache-2.0
#include "verilated_block_mover.h"

#include <verilated.h>

#include "Vcosim_block_mover.h"
#include "Vcosim_block_mover___024root.h"
#ifdef ISOCHRON_RTL_TRACE
#include "verilated_trace/verilated_signals.h"
#endif

namespace isochron::cosim {

struct VerilatedBlockMover::Model {
  Model() {
    // Registers without a reset value start with random ones, the same in every run: none may matter.
    context.randReset(2);
    context.randSeed(1);
    pins = std::make_unique<Vcosim_block_mover>(&context, "block_mover");
  }
  ~Model() {
    pins->final();
    // Debian's Verilator takes leave of the thread's context, which may be another model's by now.
    Verilated::threadContextp(&context);
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  VerilatedContext context;
  std::unique_ptr<Vcosim_block_mover> pins;
};

VerilatedBlockMover::VerilatedBlockMover() : model_(std::make_unique<Model>()) {
  // All of a reset lies before the simulation's time.
  constexpr int reset_cycles = 4;
  model_->pins->rst = 1;
  for (int cycle = 0; cycle < reset_cycles; ++cycle) {
    settle();
    edge();
  }
  model_->pins->rst = 0;
}

VerilatedBlockMover::~VerilatedBlockMover() = default;

AxiLitePins VerilatedBlockMover::registers() {
  return ISOCHRON_AXI_LITE_PINS(*model_->pins, s_axil);
}
AxiReadPins VerilatedBlockMover::read_a() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_a);
}
AxiWritePins VerilatedBlockMover::write_a() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_a);
}
AxiReadPins VerilatedBlockMover::read_b() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_b);
}
AxiWritePins VerilatedBlockMover::write_b() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_b);
}
AxiReadPins VerilatedBlockMover::read_d() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_d);
}
AxiWritePins VerilatedBlockMover::write_d() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_d);
}
StreamInPins VerilatedBlockMover::stream_in() {
  Vcosim_block_mover& pins = *model_->pins;
  return {pins.s_axis_tvalid, pins.s_axis_tready, pins.s_axis_tdata};
}
StreamOutPins VerilatedBlockMover::stream_out() {
  Vcosim_block_mover& pins = *model_->pins;
  return {pins.m_axis_tvalid, pins.m_axis_tready, pins.m_axis_tdata, pins.m_axis_tkeep, pins.m_axis_tlast};
}
const std::uint8_t& VerilatedBlockMover::irq() const {
  return model_->pins->irq;
}

void VerilatedBlockMover::settle() {
  model_->pins->clk = 0;
  model_->pins->eval();
}

void VerilatedBlockMover::edge() {
  model_->pins->clk = 1;
  model_->pins->eval();
}

bool VerilatedBlockMover::idle() const {
  const Vcosim_block_mover___024root& inside = *model_->pins->rootp;
  return !inside.block_mover__DOT__core_busy &&
         (inside.block_mover__DOT__all_idle || inside.block_mover__DOT__at_tail) &&
         (inside.block_mover__DOT__registers__DOT__interrupt__DOT__causes__DOT__pending == 0 ||
          inside.block_mover__DOT__registers__DOT__interrupt__DOT__causes__DOT__coalesce_timeout == 0);
}

std::unique_ptr<RtlSignals> VerilatedBlockMover::signals() {
#ifdef ISOCHRON_RTL_TRACE
  return std::make_unique<VerilatedSignals>(*model_->pins, "clk");
#else
  return nullptr;
#endif
}

}  // namespace isochron::cosim
