// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>

#include "core_dut.h"
#include "verilated_pins.h"

namespace isochron::rtl {

/// A model with its context. With Verilator's coverage one serves all runs of a program and writes its counts at the
/// end into the folder ISOCHRON_RTL_COVERAGE: the counters live in the model.
template <class Model>
class VerilatedInstance {
 public:
  explicit VerilatedInstance(std::uint64_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);
    model_ = std::make_unique<Model>(&context_, "core");
    model_->clk = 0;
    model_->eval();
  }
  ~VerilatedInstance() {
    model_->final();
#if VM_COVERAGE
    if (const auto* folder = std::getenv("ISOCHRON_RTL_COVERAGE_FOLDER"))
      context_.coveragep()->write((std::string(folder) + "/" + model_->modelName() + ".dat").c_str());
#endif
  }

  static std::shared_ptr<VerilatedInstance> make(std::uint64_t seed) {
#if VM_COVERAGE
    static const auto kept = std::make_shared<VerilatedInstance>(seed);
    return kept;
#else
    return std::make_shared<VerilatedInstance>(seed);
#endif
  }

  Model& model() {
    return *model_;
  }

 private:
  VerilatedContext context_;
  std::unique_ptr<Model> model_;
};

/// A Verilated block_mover_core as a CoreDut. Registers without a reset start with values of the seed.
template <class Model>
class VerilatedCore final : public CoreDut {
 public:
  VerilatedCore(const CoreParameters& parameters, std::uint64_t seed)
      : parameters_(parameters), instance_(VerilatedInstance<Model>::make(seed)), model_(&instance_->model()) {}

  void settle(const CoreInputs& in, CoreOutputs& out) override {
    auto& m = *model_;
    m.clk = 0;
    m.rst = in.rst;
    m.cmd_valid = in.cmd_valid;
    m.cmd_op = in.command.op & 3;
    m.cmd_src_port = in.command.src_port & 3;
    m.cmd_dst_port = in.command.dst_port & 3;
    const auto space =
        parameters_.address_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters_.address_bits) - 1;
    m.cmd_src = in.command.src & space;
    m.cmd_dst = in.command.dst & space;
    m.cmd_row_bytes = in.command.row_bytes;
    m.cmd_rows = in.command.rows & 0xffff;
    m.cmd_planes = in.command.planes & 0xffff;
    m.cmd_src_row_stride = static_cast<std::uint32_t>(in.command.src_row_stride);
    m.cmd_src_plane_stride = static_cast<std::uint32_t>(in.command.src_plane_stride);
    m.cmd_dst_row_stride = static_cast<std::uint32_t>(in.command.dst_row_stride);
    m.cmd_dst_plane_stride = static_cast<std::uint32_t>(in.command.dst_plane_stride);
    m.cmd_src_attributes = in.command.src_attributes & 0x7fff;
    m.cmd_dst_attributes = in.command.dst_attributes & 0x7fff;
    m.cmd_tag = in.command.tag & 0xff;
    m.cmd_abort = in.abort;
    m.done_ready = in.done_ready;
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[0], m, m_axi_a);
    ISOCHRON_DRIVE_AXI_MASTER(in.axi[1], m, m_axi_b);
    m.s_axis_tvalid = in.stream.valid;
    to_pin(m.s_axis_tdata, in.stream.data);
    m.s_axis_tkeep = static_cast<std::decay_t<decltype(m.s_axis_tkeep)>>(in.stream.keep);
    m.s_axis_tlast = in.stream.last;
    m.m_axis_tready = in.stream_ready;
    m.eval();
    read(out);
  }

  void edge(CoreOutputs& out) override {
    model_->clk = 1;
    model_->eval();
    read(out);
  }

  const CoreParameters& parameters() const override { return parameters_; }

 private:
  void read(CoreOutputs& out) const {
    const auto& m = *model_;
    out.cmd_ready = m.cmd_ready;
    out.done_valid = m.done_valid;
    out.done_tag = m.done_tag;
    out.done_error = m.done_error;
    out.done_short = m.done_short;
    out.done_long = m.done_long;
    out.done_bytes = m.done_bytes;
    out.busy = m.busy;
    out.stall_read = m.stall_read;
    out.stall_write = m.stall_write;
    out.stall_address = m.stall_address;
    ISOCHRON_READ_AXI_MASTER(out.axi[0], m, m_axi_a);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[0], m, m_axi_a);
    ISOCHRON_READ_AXI_MASTER(out.axi[1], m, m_axi_b);
    ISOCHRON_READ_AXI_ATTRIBUTES(out.axi[1], m, m_axi_b);
    out.stream.valid = m.m_axis_tvalid;
    from_pin(out.stream.data, m.m_axis_tdata);
    out.stream.keep = m.m_axis_tkeep;
    out.stream.last = m.m_axis_tlast;
    out.stream.user = m.m_axis_tuser;
    out.stream_ready = m.s_axis_tready;
  }

  CoreParameters parameters_;
  std::shared_ptr<VerilatedInstance<Model>> instance_;
  Model* model_;
};

}  // namespace isochron::rtl
