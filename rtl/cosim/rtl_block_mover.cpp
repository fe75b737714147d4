// SPDX-License-Identifier: Apache-2.0
#include "rtl_block_mover.h"

#include "axi_lite_port.h"
#include "axi_read_port.h"
#include "axi_write_port.h"
#include "output_pin.h"
#include "stream_in_port.h"
#include "stream_out_port.h"
#include "verilated_block_mover.h"

namespace isochron::cosim {

struct RtlBlockMover::Parts {
  Parts(RtlBlockMover& owner, const Domain& domain, std::uint64_t frequency)
      : clock("clock", domain.region, owner, frequency),
        registers("registers", domain, clock, model.registers(), register_bytes),
        read_a("read_a", domain, clock, model.read_a(), outstanding),
        write_a("write_a", domain, clock, model.write_a(), outstanding),
        read_b("read_b", domain, clock, model.read_b(), outstanding),
        write_b("write_b", domain, clock, model.write_b(), outstanding),
        read_d("read_d", domain, clock, model.read_d(), outstanding),
        write_d("write_d", domain, clock, model.write_d(), outstanding),
        stream_in("stream_in", domain, clock, model.stream_in()),
        stream_out("stream_out", domain, clock, model.stream_out(), max_burst * data_bytes),
        interrupt(clock, model.irq()) {}

  VerilatedBlockMover model;
  ClockOnDemand clock;
  AxiLitePort registers;
  AxiReadPort read_a;
  AxiWritePort write_a;
  AxiReadPort read_b;
  AxiWritePort write_b;
  AxiReadPort read_d;
  AxiWritePort write_d;
  StreamInPort stream_in;
  StreamOutPort stream_out;
  OutputPin interrupt;
};

RtlBlockMover::RtlBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : BlockMoverModule(name), parts_(std::make_unique<Parts>(*this, domain, config.clock)) {
  domain.region.keep_to_kernel_time();
  if (!config.run_ahead) parts_->clock.keep_to_kernel_time();
}

RtlBlockMover::~RtlBlockMover() = default;

AtTargetBase& RtlBlockMover::registers() {
  return parts_->registers.socket;
}
AtInitiatorBase& RtlBlockMover::read(Port port) {
  return (port == Port::a ? parts_->read_a : port == Port::b ? parts_->read_b : parts_->read_d).socket();
}
AtInitiatorBase& RtlBlockMover::write(Port port) {
  return (port == Port::a ? parts_->write_a : port == Port::b ? parts_->write_b : parts_->write_d).socket();
}
AtTargetBase& RtlBlockMover::stream_in() {
  return parts_->stream_in.socket;
}
AtInitiatorBase& RtlBlockMover::stream_out() {
  return parts_->stream_out.socket();
}
bool RtlBlockMover::interrupt() const {
  return parts_->interrupt.value();
}
const sc_core::sc_event& RtlBlockMover::interrupt_changed() const {
  return parts_->interrupt.changed();
}
bool RtlBlockMover::active() const {
  return parts_->clock.running();
}
std::uint64_t RtlBlockMover::cycles() const {
  return parts_->clock.cycles();
}

void RtlBlockMover::settle() {
  parts_->model.settle();
}
void RtlBlockMover::edge() {
  parts_->model.edge();
}
bool RtlBlockMover::idle() const {
  return parts_->model.idle();
}
std::unique_ptr<RtlSignals> RtlBlockMover::signals() {
  return parts_->model.signals();
}

}  // namespace isochron::cosim
