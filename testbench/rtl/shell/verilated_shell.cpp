// SPDX-License-Identifier: Apache-2.0
#include "Vblock_mover.h"
#include "Vblock_mover_small.h"
#include "shell_dut.h"
#include "verilated_pins.h"

namespace isochron::rtl {
namespace {

template <class Model>
class VerilatedShell final : public ShellDut {
 public:
  explicit VerilatedShell(std::uint64_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
    model_ = std::make_unique<Model>(&context_, "block_mover");
    model_->clk = 0;
    model_->eval();
  }
  ~VerilatedShell() override { model_->final(); }

  void settle(const ShellInputs& in, ShellOutputs& out) override {
    auto& m = *model_;
    m.clk = 0;
    m.rst = in.rst;
    m.s_axil_awvalid = in.registers.awvalid;
    m.s_axil_awaddr = in.registers.awaddr;
    m.s_axil_wvalid = in.registers.wvalid;
    m.s_axil_wdata = in.registers.wdata;
    m.s_axil_wstrb = in.registers.wstrb;
    m.s_axil_bready = in.registers.bready;
    m.s_axil_arvalid = in.registers.arvalid;
    m.s_axil_araddr = in.registers.araddr;
    m.s_axil_rready = in.registers.rready;
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[0], m, m_axi_a);
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[1], m, m_axi_b);
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[port_d], m, m_axi_d);
    m.s_axis_tvalid = in.stream.valid;
    to_pin(m.s_axis_tdata, in.stream.data);
    m.s_axis_tkeep = static_cast<std::uint8_t>(in.stream.keep);
    m.s_axis_tlast = in.stream.last;
    m.m_axis_tready = in.stream_ready;
    m.eval();

    out.registers.awready = m.s_axil_awready;
    out.registers.wready = m.s_axil_wready;
    out.registers.bvalid = m.s_axil_bvalid;
    out.registers.bresp = m.s_axil_bresp;
    out.registers.arready = m.s_axil_arready;
    out.registers.rvalid = m.s_axil_rvalid;
    out.registers.rdata = m.s_axil_rdata;
    out.registers.rresp = m.s_axil_rresp;
    ISOCHRON_READ_AXI_MASTER(out.axi[0], m, m_axi_a);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[0], m, m_axi_a);
    ISOCHRON_READ_AXI_MASTER(out.axi[1], m, m_axi_b);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[1], m, m_axi_b);
    ISOCHRON_READ_AXI_MASTER(out.axi[port_d], m, m_axi_d);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[port_d], m, m_axi_d);
    out.stream.valid = m.m_axis_tvalid;
    from_pin(out.stream.data, m.m_axis_tdata);
    out.stream.keep = m.m_axis_tkeep;
    out.stream.last = m.m_axis_tlast;
    out.stream.user = m.m_axis_tuser;
    out.stream_ready = m.s_axis_tready;
    out.irq = m.irq;
  }

  void edge() override {
    model_->clk = 1;
    model_->eval();
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
};

}  // namespace

std::unique_ptr<ShellDut> make_shell(ShellVariant variant, std::uint64_t seed) {
  if (variant == ShellVariant::small) return std::make_unique<VerilatedShell<Vblock_mover_small>>(seed);
  return std::make_unique<VerilatedShell<Vblock_mover>>(seed);
}

}  // namespace isochron::rtl
