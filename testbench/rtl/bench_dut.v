// SPDX-License-Identifier: Apache-2.0
// block_mover_core behind the port list that the benchmark drives: one AXI4 master, copies only, 32-bit counts.
// Any other DMA engine with a wrapper of these ports can be measured in its place.
`default_nettype none

module bench_dut (
    input wire clk,
    input wire rst,

    output wire [7:0] cap,  // 0: any alignment, 1: rows, 2: planes

    input  wire        cmd_valid,
    output wire        cmd_ready,
    output wire        cmd_start,     // the first cycle in which this command is presented
    input  wire [31:0] cmd_src,
    input  wire [31:0] cmd_dst,
    input  wire [31:0] cmd_len,
    input  wire [31:0] cmd_rows,
    input  wire [31:0] cmd_sstride,
    input  wire [31:0] cmd_dstride,
    input  wire [31:0] cmd_planes,
    input  wire [31:0] cmd_spstride,
    input  wire [31:0] cmd_dpstride,
    input  wire [ 7:0] cmd_tag,

    output wire       done_valid,  // one cycle a command, in order
    output wire [7:0] done_tag,
    output wire [3:0] done_err,

    output wire [ 7:0] m_axi_arid,
    output wire [31:0] m_axi_araddr,
    output wire [ 7:0] m_axi_arlen,
    output wire [ 2:0] m_axi_arsize,
    output wire [ 1:0] m_axi_arburst,
    output wire        m_axi_arlock,
    output wire [ 3:0] m_axi_arcache,
    output wire [ 2:0] m_axi_arprot,
    output wire        m_axi_arvalid,
    input  wire        m_axi_arready,
    input  wire [ 7:0] m_axi_rid,
    input  wire [63:0] m_axi_rdata,
    input  wire [ 1:0] m_axi_rresp,
    input  wire        m_axi_rlast,
    input  wire        m_axi_rvalid,
    output wire        m_axi_rready,
    output wire [ 7:0] m_axi_awid,
    output wire [31:0] m_axi_awaddr,
    output wire [ 7:0] m_axi_awlen,
    output wire [ 2:0] m_axi_awsize,
    output wire [ 1:0] m_axi_awburst,
    output wire        m_axi_awlock,
    output wire [ 3:0] m_axi_awcache,
    output wire [ 2:0] m_axi_awprot,
    output wire        m_axi_awvalid,
    input  wire        m_axi_awready,
    output wire [63:0] m_axi_wdata,
    output wire [ 7:0] m_axi_wstrb,
    output wire        m_axi_wlast,
    output wire        m_axi_wvalid,
    input  wire        m_axi_wready,
    input  wire [ 7:0] m_axi_bid,
    input  wire [ 1:0] m_axi_bresp,
    input  wire        m_axi_bvalid,
    output wire        m_axi_bready
);

  assign cap = 8'b0000_0111;

  reg waits;  // the command on the input was there before
  always @(posedge clk)
    if (rst) waits <= 1'b0;
    else waits <= cmd_valid && !cmd_ready;
  assign cmd_start = cmd_valid && !waits;

  // Counts that the core has no bits for are refused like zero.
  wire too_many = |cmd_rows[31:16] || |cmd_planes[31:16];
  wire [2:0] error;

  // ID 0, no QoS, data without privilege, memory that may be buffered
  localparam [18:0] ATTRIBUTES = {8'd0, 4'd0, 3'b000, 4'b0011};

  block_mover_core #(
      .ID_W(8),
      .PORT_B(0),
      .STREAM(0),
      .XOR(0)
  ) core (
      .clk(clk),
      .rst(rst),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd_op(2'd0),
      .cmd_src_port(2'd0),
      .cmd_dst_port(2'd0),
      .cmd_src(cmd_src),
      .cmd_dst(cmd_dst),
      .cmd_row_bytes(cmd_len),
      .cmd_rows(too_many ? 16'd0 : cmd_rows[15:0]),
      .cmd_planes(cmd_planes[15:0]),
      .cmd_src_row_stride(cmd_sstride),
      .cmd_src_plane_stride(cmd_spstride),
      .cmd_dst_row_stride(cmd_dstride),
      .cmd_dst_plane_stride(cmd_dpstride),
      .cmd_src_attributes(ATTRIBUTES),
      .cmd_dst_attributes(ATTRIBUTES),
      .cmd_tag(cmd_tag),
      .cmd_abort(1'b0),
      .done_valid(done_valid),
      .done_ready(1'b1),
      .done_tag(done_tag),
      .done_error(error),
      .done_short(),
      .done_long(),
      .done_bytes(),
      .busy(),
      .stall_read(),
      .stall_write(),
      .stall_address(),
      .m_axi_a_arvalid(m_axi_arvalid),
      .m_axi_a_arready(m_axi_arready),
      .m_axi_a_araddr(m_axi_araddr),
      .m_axi_a_arlen(m_axi_arlen),
      .m_axi_a_arsize(m_axi_arsize),
      .m_axi_a_arburst(m_axi_arburst),
      .m_axi_a_arid(m_axi_arid),
      .m_axi_a_arcache(m_axi_arcache),
      .m_axi_a_arprot(m_axi_arprot),
      .m_axi_a_arqos(),
      .m_axi_a_rvalid(m_axi_rvalid),
      .m_axi_a_rready(m_axi_rready),
      .m_axi_a_rdata(m_axi_rdata),
      .m_axi_a_rresp(m_axi_rresp),
      .m_axi_a_rlast(m_axi_rlast),
      .m_axi_a_awvalid(m_axi_awvalid),
      .m_axi_a_awready(m_axi_awready),
      .m_axi_a_awaddr(m_axi_awaddr),
      .m_axi_a_awlen(m_axi_awlen),
      .m_axi_a_awsize(m_axi_awsize),
      .m_axi_a_awburst(m_axi_awburst),
      .m_axi_a_awid(m_axi_awid),
      .m_axi_a_awcache(m_axi_awcache),
      .m_axi_a_awprot(m_axi_awprot),
      .m_axi_a_awqos(),
      .m_axi_a_wvalid(m_axi_wvalid),
      .m_axi_a_wready(m_axi_wready),
      .m_axi_a_wdata(m_axi_wdata),
      .m_axi_a_wstrb(m_axi_wstrb),
      .m_axi_a_wlast(m_axi_wlast),
      .m_axi_a_bvalid(m_axi_bvalid),
      .m_axi_a_bready(m_axi_bready),
      .m_axi_a_bresp(m_axi_bresp),
      .m_axi_b_arvalid(),
      .m_axi_b_arready(1'b0),
      .m_axi_b_araddr(),
      .m_axi_b_arlen(),
      .m_axi_b_arsize(),
      .m_axi_b_arburst(),
      .m_axi_b_arid(),
      .m_axi_b_arcache(),
      .m_axi_b_arprot(),
      .m_axi_b_arqos(),
      .m_axi_b_rvalid(1'b0),
      .m_axi_b_rready(),
      .m_axi_b_rdata(64'd0),
      .m_axi_b_rresp(2'd0),
      .m_axi_b_rlast(1'b0),
      .m_axi_b_awvalid(),
      .m_axi_b_awready(1'b0),
      .m_axi_b_awaddr(),
      .m_axi_b_awlen(),
      .m_axi_b_awsize(),
      .m_axi_b_awburst(),
      .m_axi_b_awid(),
      .m_axi_b_awcache(),
      .m_axi_b_awprot(),
      .m_axi_b_awqos(),
      .m_axi_b_wvalid(),
      .m_axi_b_wready(1'b0),
      .m_axi_b_wdata(),
      .m_axi_b_wstrb(),
      .m_axi_b_wlast(),
      .m_axi_b_bvalid(1'b0),
      .m_axi_b_bready(),
      .m_axi_b_bresp(2'd0),
      .s_axis_tvalid(1'b0),
      .s_axis_tready(),
      .s_axis_tdata(64'd0),
      .s_axis_tkeep(8'd0),
      .s_axis_tlast(1'b0),
      .m_axis_tvalid(),
      .m_axis_tready(1'b0),
      .m_axis_tdata(),
      .m_axis_tkeep(),
      .m_axis_tlast(),
      .m_axis_tuser()
  );

  assign done_err = {1'b0, error};

  assign m_axi_arlock = 1'b0;
  assign m_axi_awlock = 1'b0;

  // One ID: the responses come in order.
  wire unused = &{1'b0, m_axi_rid, m_axi_bid};

endmodule

`default_nettype wire
