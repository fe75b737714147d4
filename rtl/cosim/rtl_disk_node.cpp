// SPDX-License-Identifier: Apache-2.0
#include "rtl_disk_node.h"

#include "axi_lite_port.h"
#include "axi_read_port.h"
#include "axi_write_port.h"
#include "disk_channel_port.h"
#include "output_pin.h"
#include "verilated_disk_node.h"

namespace isochron::cosim {

struct RtlDiskNode::Parts {
  Parts(RtlDiskNode& owner, const Domain& domain, std::uint64_t frequency, DiskChannel& disks)
      : clock("clock", domain.region, owner, frequency, ClockOnDemand::Stands::while_waiting),
        registers("registers", domain, clock, model.registers(), register_bytes),
        read_a("read_a", domain, clock, model.read_a(), outstanding),
        write_a("write_a", domain, clock, model.write_a(), outstanding),
        read_b("read_b", domain, clock, model.read_b(), outstanding),
        write_b("write_b", domain, clock, model.write_b(), outstanding),
        read_d("read_d", domain, clock, model.read_d(), outstanding),
        write_d("write_d", domain, clock, model.write_d(), outstanding),
        channel(owner.name(), domain.region, clock, model.channel(), disks),
        interrupt(clock, model.irq()) {}

  VerilatedDiskNode model;
  ClockOnDemand clock;
  AxiLitePort registers;
  AxiReadPort read_a;
  AxiWritePort write_a;
  AxiReadPort read_b;
  AxiWritePort write_b;
  AxiReadPort read_d;
  AxiWritePort write_d;
  DiskChannelPort channel;
  OutputPin interrupt;
};

RtlDiskNode::RtlDiskNode(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         DiskChannel& channel)
    : DiskNodeModule(name),
      stands_(config.stands),
      parts_(std::make_unique<Parts>(*this, domain, config.clock, channel)) {
  domain.region.keep_to_kernel_time();
  if (!config.run_ahead) parts_->clock.keep_to_kernel_time();
}

RtlDiskNode::~RtlDiskNode() = default;

AtTargetBase& RtlDiskNode::registers() {
  return parts_->registers.socket;
}
AtInitiatorBase& RtlDiskNode::read(Port port) {
  return (port == Port::a ? parts_->read_a : port == Port::b ? parts_->read_b : parts_->read_d).socket();
}
AtInitiatorBase& RtlDiskNode::write(Port port) {
  return (port == Port::a ? parts_->write_a : port == Port::b ? parts_->write_b : parts_->write_d).socket();
}
void RtlDiskNode::arrived(std::uint64_t number, Time now) {
  parts_->channel.arrived(number, now);
}
bool RtlDiskNode::interrupt() const {
  return parts_->interrupt.value();
}
const sc_core::sc_event& RtlDiskNode::interrupt_changed() const {
  return parts_->interrupt.changed();
}
std::uint64_t RtlDiskNode::cycles() const {
  return parts_->clock.cycles();
}

void RtlDiskNode::settle() {
  parts_->model.settle();
}
void RtlDiskNode::edge() {
  parts_->model.edge();
}
void RtlDiskNode::stood(std::uint64_t cycles) {
  parts_->model.stood(cycles);
}
std::unique_ptr<RtlSignals> RtlDiskNode::signals() {
  return parts_->model.signals();
}

bool RtlDiskNode::settled(unsigned cycles) {
  // A few cycles until what is in pipelines has come out; then ever rarer, since a rest may have a long period.
  constexpr unsigned first = 6;
  VerilatedDiskNode& model = parts_->model;
  if (cycles == 0) {
    model.forget();
    next_state_ = first;
  }
  if (const std::optional<unsigned> before = model.remembered()) {
    period_ = cycles - *before;
    return true;
  }
  if (cycles == next_state_) {
    model.remember(cycles);
    next_state_ = 2 * next_state_ + first;
  }
  return false;
}

}  // namespace isochron::cosim
