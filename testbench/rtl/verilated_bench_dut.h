// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "bench_dut.h"
#include "verilated_pins.h"

namespace isochron::rtl {

/// A Verilated module with the ports of bench_dut.v.
template <class Model>
class VerilatedBenchDut final : public BenchDut {
 public:
  VerilatedBenchDut() : model_(std::make_unique<Model>(&context_, "dut")) {
    model_->clk = 0;
    model_->eval();
  }
  ~VerilatedBenchDut() override { model_->final(); }

  void settle(const BenchInputs& in, BenchOutputs& out) override {
    auto& m = *model_;
    m.clk = 0;
    m.rst = in.rst;
    m.cmd_valid = in.cmd_valid;
    m.cmd_src = in.src;
    m.cmd_dst = in.dst;
    m.cmd_len = in.length;
    m.cmd_rows = in.rows;
    m.cmd_sstride = static_cast<std::uint32_t>(in.src_row_stride);
    m.cmd_dstride = static_cast<std::uint32_t>(in.dst_row_stride);
    m.cmd_planes = in.planes;
    m.cmd_spstride = static_cast<std::uint32_t>(in.src_plane_stride);
    m.cmd_dpstride = static_cast<std::uint32_t>(in.dst_plane_stride);
    m.cmd_tag = in.tag;
    ISOCHRON_DRIVE_AXI_MASTER(in.axi, m, m_axi);
    m.m_axi_rid = in.axi.rid;
    m.m_axi_bid = in.axi.bid;
    m.eval();

    out.cap = m.cap;
    out.cmd_ready = m.cmd_ready;
    out.cmd_start = m.cmd_start;
    out.done_valid = m.done_valid;
    out.done_tag = m.done_tag;
    out.done_error = m.done_err;
    ISOCHRON_READ_AXI_MASTER(out.axi, m, m_axi);
    out.axi.arid = m.m_axi_arid;
    out.axi.awid = m.m_axi_awid;
  }

  void edge() override {
    model_->clk = 1;
    model_->eval();
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
};

}  // namespace isochron::rtl
