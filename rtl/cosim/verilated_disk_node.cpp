// SPDX-License-Identifier: Apache-2.0
#include "verilated_disk_node.h"

#include <verilated.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "Vcosim_disk_node.h"
#include "Vcosim_disk_node___024root.h"
#ifdef ISOCHRON_RTL_TRACE
#include "verilated_trace/verilated_signals.h"
#endif

namespace isochron::cosim {

namespace {

/// The registers that say what time it is.
struct Clock {
  std::uint32_t now = 0;
  std::uint16_t left = 0;
  std::uint8_t tick = 0;
};

using Bytes = std::vector<std::uint8_t>;

}  // namespace

struct VerilatedDiskNode::Model {
  Model() {
    // Registers without a reset value start with random ones, the same in every run: none may matter.
    context.randReset(2);
    context.randSeed(1);
    pins = std::make_unique<Vcosim_disk_node>(&context, "disk_node");
  }
  ~Model() {
    pins->final();
    // Debian's Verilator takes leave of the thread's context, which may be another model's by now.
    Verilated::threadContextp(&context);
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  Clock clock() const {
    const Vcosim_disk_node___024root& in = *pins->rootp;
    return {in.disk_node__DOT__registers__DOT__ticks__DOT__now,
            in.disk_node__DOT__registers__DOT__ticks__DOT__tick_left,
            in.disk_node__DOT__registers__DOT__ticks__DOT__tick};
  }
  void set(const Clock& clock) {
    Vcosim_disk_node___024root& in = *pins->rootp;
    in.disk_node__DOT__registers__DOT__ticks__DOT__now = clock.now;
    in.disk_node__DOT__registers__DOT__ticks__DOT__tick_left = clock.left;
    in.disk_node__DOT__registers__DOT__ticks__DOT__tick = clock.tick;
  }
  /// A trace has always seen everything when states are compared; without one nobody asks what is new.
  void seen() {
#ifdef ISOCHRON_RTL_TRACE
    for (std::size_t part = 0; part < sizeof pins->rootp->__Vm_traceActivity; ++part)
      pins->rootp->__Vm_traceActivity[part] = 0;
#endif
  }
  const std::uint8_t* bytes() const {
    return reinterpret_cast<const std::uint8_t*>(pins->rootp);
  }

  VerilatedContext context;
  std::unique_ptr<Vcosim_disk_node> pins;
  std::vector<std::pair<unsigned, Bytes>> states;  ///< at time 0, with their numbers
  std::size_t remembered = 0;                      ///< of them
};

VerilatedDiskNode::VerilatedDiskNode() : model_(std::make_unique<Model>()) {
  // All of a reset lies before the simulation's time.
  constexpr int reset_cycles = 4;
  // Data for the disks, which nobody asks for.
  model_->pins->channel_grant_valid = 0;
  model_->pins->channel_grant_tag = 0;
  model_->pins->m_axis_tready = 0;
  model_->pins->rst = 1;
  for (int cycle = 0; cycle < reset_cycles; ++cycle) {
    settle();
    edge();
  }
  model_->pins->rst = 0;
}

VerilatedDiskNode::~VerilatedDiskNode() = default;

AxiLitePins VerilatedDiskNode::registers() {
  return ISOCHRON_AXI_LITE_PINS(*model_->pins, s_axil);
}
AxiReadPins VerilatedDiskNode::read_a() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_a);
}
AxiWritePins VerilatedDiskNode::write_a() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_a);
}
AxiReadPins VerilatedDiskNode::read_b() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_b);
}
AxiWritePins VerilatedDiskNode::write_b() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_b);
}
AxiReadPins VerilatedDiskNode::read_d() {
  return ISOCHRON_AXI_READ_PINS(*model_->pins, m_axi_d);
}
AxiWritePins VerilatedDiskNode::write_d() {
  return ISOCHRON_AXI_WRITE_PINS(*model_->pins, m_axi_d);
}
DiskChannelPins VerilatedDiskNode::channel() {
  Vcosim_disk_node& pins = *model_->pins;
  return {pins.channel_command_valid,  pins.channel_command_ready,
          pins.channel_command_cancel, pins.channel_command_write,
          pins.channel_command_disk,   pins.channel_command_block,
          pins.channel_command_blocks, pins.channel_command_tag,
          pins.channel_credit_valid,   pins.channel_credit_ready,
          pins.channel_credit_tag,     pins.s_axis_tvalid,
          pins.s_axis_tdata,           pins.s_axis_tid,
          pins.channel_status_valid,   pins.channel_status_tag,
          pins.channel_status_code};
}
const std::uint8_t& VerilatedDiskNode::irq() const {
  return model_->pins->irq;
}

void VerilatedDiskNode::settle() {
  model_->pins->clk = 0;
  model_->pins->eval();
}

void VerilatedDiskNode::edge() {
  model_->pins->clk = 1;
  model_->pins->eval();
}

void VerilatedDiskNode::forget() {
  model_->remembered = 0;
}

void VerilatedDiskNode::remember(unsigned number) {
  if (model_->remembered == model_->states.size()) model_->states.push_back({0, Bytes(sizeof *model_->pins->rootp)});
  auto& [its_number, state] = model_->states[model_->remembered++];
  its_number = number;
  model_->seen();
  const Clock clock = model_->clock();
  model_->set({});
  std::memcpy(state.data(), model_->bytes(), state.size());
  model_->set(clock);
}

std::optional<unsigned> VerilatedDiskNode::remembered() {
  const Vcosim_disk_node___024root& in = *model_->pins->rootp;
  if (in.disk_node__DOT__registers__DOT__streams_run != 0 || in.disk_node__DOT__registers__DOT__timeout != 0)
    return std::nullopt;
  model_->seen();
  const Clock clock = model_->clock();
  model_->set({});
  std::optional<unsigned> found;
  for (std::size_t i = 0; i < model_->remembered && !found; ++i) {
    const auto& [number, state] = model_->states[i];
    if (std::memcmp(state.data(), model_->bytes(), state.size()) == 0) found = number;
  }
  model_->set(clock);
  return found;
}

void VerilatedDiskNode::stood(std::uint64_t cycles) {
  if (cycles == 0) return;
  // As disk_node_time counts: a tick each time that `left` is 1 or less, which `now` follows a cycle later.
  Clock clock = model_->clock();
  const std::uint16_t length = model_->pins->rootp->disk_node__DOT__registers__DOT__ticks__DOT__tick_cycles;
  const std::uint64_t every = std::max<std::uint64_t>(length, 1);
  const std::uint64_t first = std::max<std::uint64_t>(clock.left, 1);
  const auto ticks_by = [&](std::uint64_t cycle) { return cycle < first ? 0 : 1 + (cycle - first) / every; };
  clock.now += static_cast<std::uint32_t>(clock.tick + ticks_by(cycles - 1));
  const std::uint64_t ticks = ticks_by(cycles);
  if (ticks == 0) {
    clock.left = static_cast<std::uint16_t>(clock.left - cycles);
    clock.tick = 0;
  } else {
    const std::uint64_t since = cycles - (first + (ticks - 1) * every);
    clock.left = static_cast<std::uint16_t>(length - since);
    clock.tick = since == 0;
  }
  model_->set(clock);
}

std::unique_ptr<RtlSignals> VerilatedDiskNode::signals() {
#ifdef ISOCHRON_RTL_TRACE
  return std::make_unique<VerilatedSignals>(*model_->pins, "clk");
#else
  return nullptr;
#endif
}

}  // namespace isochron::cosim
