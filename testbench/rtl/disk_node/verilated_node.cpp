// SPDX-License-Identifier: Apache-2.0
#include "Vdisk_node.h"
#include "Vdisk_node_wide.h"
#include "node_dut.h"
#include "verilated_pins.h"

namespace isochron::rtl {
namespace {

template <class Model>
class VerilatedNode final : public NodeDut {
 public:
  explicit VerilatedNode(std::uint64_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
    model_ = std::make_unique<Model>(&context_, "disk_node");
    model_->clk = 0;
    model_->eval();
  }
  ~VerilatedNode() override { model_->final(); }

  void settle(const NodeInputs& in, NodeOutputs& out) override {
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
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[2], m, m_axi_d);
    m.channel_command_ready = in.channel.command_ready;
    m.channel_credit_ready = in.channel.credit_ready;
    m.channel_grant_valid = in.channel.grant_valid;
    m.channel_grant_tag = in.channel.grant_tag & 0xff;
    m.s_axis_tvalid = in.channel.data_valid;
    to_pin(m.s_axis_tdata, in.channel.data);
    m.s_axis_tid = in.channel.data_tag & 0xff;
    m.m_axis_tready = in.channel.data_ready;
    m.channel_status_valid = in.channel.status_valid;
    m.channel_status_tag = in.channel.status_tag & 0xff;
    m.channel_status_code = in.channel.status_code & 3;
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
    ISOCHRON_READ_AXI_MASTER(out.axi[2], m, m_axi_d);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[2], m, m_axi_d);
    auto& c = out.channel;
    c.command_valid = m.channel_command_valid;
    c.cancel = m.channel_command_cancel;
    c.write = m.channel_command_write;
    c.disk = m.channel_command_disk;
    c.block = m.channel_command_block;
    c.blocks = m.channel_command_blocks;
    c.tag = m.channel_command_tag;
    c.credit_valid = m.channel_credit_valid;
    c.credit_tag = m.channel_credit_tag;
    c.data_ready = m.s_axis_tready;
    c.status_ready = m.channel_status_ready;
    c.data_valid = m.m_axis_tvalid;
    from_pin(c.data, m.m_axis_tdata);
    c.data_tag = m.m_axis_tid;
    c.data_last = m.m_axis_tlast;
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

std::unique_ptr<NodeDut> make_node(NodeVariant variant, std::uint64_t seed) {
  if (variant == NodeVariant::wide) return std::make_unique<VerilatedNode<Vdisk_node_wide>>(seed);
  return std::make_unique<VerilatedNode<Vdisk_node>>(seed);
}

}  // namespace isochron::rtl
