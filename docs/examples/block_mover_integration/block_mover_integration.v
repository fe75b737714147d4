// SPDX-License-Identifier: Apache-2.0
// A block mover as a system sees it: with the AXI signals that it leaves to the integrator.
//
// All transactions of a port have one ID, any value will do. The answers' IDs need no comparison: with one ID they come in
// order. AxCACHE 0011 lets an interconnect buffer and merge; a coherent system chooses otherwise.
`default_nettype none

module block_mover_integration #(
    parameter ADDR_W = 32,
    parameter DATA_W = 64,
    parameter ID_W   = 4
) (
    input  wire                  clk,
    input  wire                  rst,
    output wire                  irq,

    // Registers, to the processor's peripheral bus: 4 KB
    input  wire                  s_axil_awvalid,
    output wire                  s_axil_awready,
    input  wire [11:0]           s_axil_awaddr,
    input  wire                  s_axil_wvalid,
    output wire                  s_axil_wready,
    input  wire [31:0]           s_axil_wdata,
    input  wire [3:0]            s_axil_wstrb,
    output wire                  s_axil_bvalid,
    input  wire                  s_axil_bready,
    output wire [1:0]            s_axil_bresp,
    input  wire                  s_axil_arvalid,
    output wire                  s_axil_arready,
    input  wire [11:0]           s_axil_araddr,
    output wire                  s_axil_rvalid,
    input  wire                  s_axil_rready,
    output wire [31:0]           s_axil_rdata,
    output wire [1:0]            s_axil_rresp,

    // Port A, to the local memory
    output wire                  m_axi_a_awvalid,
    input  wire                  m_axi_a_awready,
    output wire [ID_W-1:0]       m_axi_a_awid,
    output wire [ADDR_W-1:0]     m_axi_a_awaddr,
    output wire [7:0]            m_axi_a_awlen,
    output wire [2:0]            m_axi_a_awsize,
    output wire [1:0]            m_axi_a_awburst,
    output wire                  m_axi_a_awlock,
    output wire [3:0]            m_axi_a_awcache,
    output wire [2:0]            m_axi_a_awprot,
    output wire                  m_axi_a_wvalid,
    input  wire                  m_axi_a_wready,
    output wire [DATA_W-1:0]     m_axi_a_wdata,
    output wire [DATA_W/8-1:0]   m_axi_a_wstrb,
    output wire                  m_axi_a_wlast,
    input  wire                  m_axi_a_bvalid,
    output wire                  m_axi_a_bready,
    input  wire [ID_W-1:0]       m_axi_a_bid,
    input  wire [1:0]            m_axi_a_bresp,
    output wire                  m_axi_a_arvalid,
    input  wire                  m_axi_a_arready,
    output wire [ID_W-1:0]       m_axi_a_arid,
    output wire [ADDR_W-1:0]     m_axi_a_araddr,
    output wire [7:0]            m_axi_a_arlen,
    output wire [2:0]            m_axi_a_arsize,
    output wire [1:0]            m_axi_a_arburst,
    output wire                  m_axi_a_arlock,
    output wire [3:0]            m_axi_a_arcache,
    output wire [2:0]            m_axi_a_arprot,
    input  wire                  m_axi_a_rvalid,
    output wire                  m_axi_a_rready,
    input  wire [ID_W-1:0]       m_axi_a_rid,
    input  wire [DATA_W-1:0]     m_axi_a_rdata,
    input  wire [1:0]            m_axi_a_rresp,
    input  wire                  m_axi_a_rlast,

    // Port B, to the system bus
    output wire                  m_axi_b_awvalid,
    input  wire                  m_axi_b_awready,
    output wire [ID_W-1:0]       m_axi_b_awid,
    output wire [ADDR_W-1:0]     m_axi_b_awaddr,
    output wire [7:0]            m_axi_b_awlen,
    output wire [2:0]            m_axi_b_awsize,
    output wire [1:0]            m_axi_b_awburst,
    output wire                  m_axi_b_awlock,
    output wire [3:0]            m_axi_b_awcache,
    output wire [2:0]            m_axi_b_awprot,
    output wire                  m_axi_b_wvalid,
    input  wire                  m_axi_b_wready,
    output wire [DATA_W-1:0]     m_axi_b_wdata,
    output wire [DATA_W/8-1:0]   m_axi_b_wstrb,
    output wire                  m_axi_b_wlast,
    input  wire                  m_axi_b_bvalid,
    output wire                  m_axi_b_bready,
    input  wire [ID_W-1:0]       m_axi_b_bid,
    input  wire [1:0]            m_axi_b_bresp,
    output wire                  m_axi_b_arvalid,
    input  wire                  m_axi_b_arready,
    output wire [ID_W-1:0]       m_axi_b_arid,
    output wire [ADDR_W-1:0]     m_axi_b_araddr,
    output wire [7:0]            m_axi_b_arlen,
    output wire [2:0]            m_axi_b_arsize,
    output wire [1:0]            m_axi_b_arburst,
    output wire                  m_axi_b_arlock,
    output wire [3:0]            m_axi_b_arcache,
    output wire [2:0]            m_axi_b_arprot,
    input  wire                  m_axi_b_rvalid,
    output wire                  m_axi_b_rready,
    input  wire [ID_W-1:0]       m_axi_b_rid,
    input  wire [DATA_W-1:0]     m_axi_b_rdata,
    input  wire [1:0]            m_axi_b_rresp,
    input  wire                  m_axi_b_rlast,

    // Descriptors, to the memory that the processor shares
    output wire                  m_axi_d_awvalid,
    input  wire                  m_axi_d_awready,
    output wire [ID_W-1:0]       m_axi_d_awid,
    output wire [ADDR_W-1:0]     m_axi_d_awaddr,
    output wire [7:0]            m_axi_d_awlen,
    output wire [2:0]            m_axi_d_awsize,
    output wire [1:0]            m_axi_d_awburst,
    output wire                  m_axi_d_awlock,
    output wire [3:0]            m_axi_d_awcache,
    output wire [2:0]            m_axi_d_awprot,
    output wire                  m_axi_d_wvalid,
    input  wire                  m_axi_d_wready,
    output wire [63:0]           m_axi_d_wdata,
    output wire [7:0]            m_axi_d_wstrb,
    output wire                  m_axi_d_wlast,
    input  wire                  m_axi_d_bvalid,
    output wire                  m_axi_d_bready,
    input  wire [ID_W-1:0]       m_axi_d_bid,
    input  wire [1:0]            m_axi_d_bresp,
    output wire                  m_axi_d_arvalid,
    input  wire                  m_axi_d_arready,
    output wire [ID_W-1:0]       m_axi_d_arid,
    output wire [ADDR_W-1:0]     m_axi_d_araddr,
    output wire [7:0]            m_axi_d_arlen,
    output wire [2:0]            m_axi_d_arsize,
    output wire [1:0]            m_axi_d_arburst,
    output wire                  m_axi_d_arlock,
    output wire [3:0]            m_axi_d_arcache,
    output wire [2:0]            m_axi_d_arprot,
    input  wire                  m_axi_d_rvalid,
    output wire                  m_axi_d_rready,
    input  wire [ID_W-1:0]       m_axi_d_rid,
    input  wire [63:0]           m_axi_d_rdata,
    input  wire [1:0]            m_axi_d_rresp,
    input  wire                  m_axi_d_rlast,

    // Streams
    input  wire                  s_axis_tvalid,
    output wire                  s_axis_tready,
    input  wire [DATA_W-1:0]     s_axis_tdata,
    input  wire [DATA_W/8-1:0]   s_axis_tkeep,
    input  wire                  s_axis_tlast,
    output wire                  m_axis_tvalid,
    input  wire                  m_axis_tready,
    output wire [DATA_W-1:0]     m_axis_tdata,
    output wire [DATA_W/8-1:0]   m_axis_tkeep,
    output wire                  m_axis_tlast,
    output wire                  m_axis_tuser
);
  localparam [3:0] MODIFIABLE_BUFFERABLE = 4'b0011;

  block_mover #(
      .ADDR_W(ADDR_W),
      .DATA_W(DATA_W)
  ) mover (
      .clk(clk),
      .rst(rst),
      .irq(irq),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_awaddr(s_axil_awaddr),
      .s_axil_wvalid(s_axil_wvalid),
      .s_axil_wready(s_axil_wready),
      .s_axil_wdata(s_axil_wdata),
      .s_axil_wstrb(s_axil_wstrb),
      .s_axil_bvalid(s_axil_bvalid),
      .s_axil_bready(s_axil_bready),
      .s_axil_bresp(s_axil_bresp),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_araddr(s_axil_araddr),
      .s_axil_rvalid(s_axil_rvalid),
      .s_axil_rready(s_axil_rready),
      .s_axil_rdata(s_axil_rdata),
      .s_axil_rresp(s_axil_rresp),
      .m_axi_a_arvalid(m_axi_a_arvalid),
      .m_axi_a_arready(m_axi_a_arready),
      .m_axi_a_araddr(m_axi_a_araddr),
      .m_axi_a_arlen(m_axi_a_arlen),
      .m_axi_a_arsize(m_axi_a_arsize),
      .m_axi_a_arburst(m_axi_a_arburst),
      .m_axi_a_rvalid(m_axi_a_rvalid),
      .m_axi_a_rready(m_axi_a_rready),
      .m_axi_a_rdata(m_axi_a_rdata),
      .m_axi_a_rresp(m_axi_a_rresp),
      .m_axi_a_rlast(m_axi_a_rlast),
      .m_axi_a_awvalid(m_axi_a_awvalid),
      .m_axi_a_awready(m_axi_a_awready),
      .m_axi_a_awaddr(m_axi_a_awaddr),
      .m_axi_a_awlen(m_axi_a_awlen),
      .m_axi_a_awsize(m_axi_a_awsize),
      .m_axi_a_awburst(m_axi_a_awburst),
      .m_axi_a_wvalid(m_axi_a_wvalid),
      .m_axi_a_wready(m_axi_a_wready),
      .m_axi_a_wdata(m_axi_a_wdata),
      .m_axi_a_wstrb(m_axi_a_wstrb),
      .m_axi_a_wlast(m_axi_a_wlast),
      .m_axi_a_bvalid(m_axi_a_bvalid),
      .m_axi_a_bready(m_axi_a_bready),
      .m_axi_a_bresp(m_axi_a_bresp),
      .m_axi_b_arvalid(m_axi_b_arvalid),
      .m_axi_b_arready(m_axi_b_arready),
      .m_axi_b_araddr(m_axi_b_araddr),
      .m_axi_b_arlen(m_axi_b_arlen),
      .m_axi_b_arsize(m_axi_b_arsize),
      .m_axi_b_arburst(m_axi_b_arburst),
      .m_axi_b_rvalid(m_axi_b_rvalid),
      .m_axi_b_rready(m_axi_b_rready),
      .m_axi_b_rdata(m_axi_b_rdata),
      .m_axi_b_rresp(m_axi_b_rresp),
      .m_axi_b_rlast(m_axi_b_rlast),
      .m_axi_b_awvalid(m_axi_b_awvalid),
      .m_axi_b_awready(m_axi_b_awready),
      .m_axi_b_awaddr(m_axi_b_awaddr),
      .m_axi_b_awlen(m_axi_b_awlen),
      .m_axi_b_awsize(m_axi_b_awsize),
      .m_axi_b_awburst(m_axi_b_awburst),
      .m_axi_b_wvalid(m_axi_b_wvalid),
      .m_axi_b_wready(m_axi_b_wready),
      .m_axi_b_wdata(m_axi_b_wdata),
      .m_axi_b_wstrb(m_axi_b_wstrb),
      .m_axi_b_wlast(m_axi_b_wlast),
      .m_axi_b_bvalid(m_axi_b_bvalid),
      .m_axi_b_bready(m_axi_b_bready),
      .m_axi_b_bresp(m_axi_b_bresp),
      .m_axi_d_arvalid(m_axi_d_arvalid),
      .m_axi_d_arready(m_axi_d_arready),
      .m_axi_d_araddr(m_axi_d_araddr),
      .m_axi_d_arlen(m_axi_d_arlen),
      .m_axi_d_arsize(m_axi_d_arsize),
      .m_axi_d_arburst(m_axi_d_arburst),
      .m_axi_d_rvalid(m_axi_d_rvalid),
      .m_axi_d_rready(m_axi_d_rready),
      .m_axi_d_rdata(m_axi_d_rdata),
      .m_axi_d_rresp(m_axi_d_rresp),
      .m_axi_d_rlast(m_axi_d_rlast),
      .m_axi_d_awvalid(m_axi_d_awvalid),
      .m_axi_d_awready(m_axi_d_awready),
      .m_axi_d_awaddr(m_axi_d_awaddr),
      .m_axi_d_awlen(m_axi_d_awlen),
      .m_axi_d_awsize(m_axi_d_awsize),
      .m_axi_d_awburst(m_axi_d_awburst),
      .m_axi_d_wvalid(m_axi_d_wvalid),
      .m_axi_d_wready(m_axi_d_wready),
      .m_axi_d_wdata(m_axi_d_wdata),
      .m_axi_d_wstrb(m_axi_d_wstrb),
      .m_axi_d_wlast(m_axi_d_wlast),
      .m_axi_d_bvalid(m_axi_d_bvalid),
      .m_axi_d_bready(m_axi_d_bready),
      .m_axi_d_bresp(m_axi_d_bresp),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata(s_axis_tdata),
      .s_axis_tkeep(s_axis_tkeep),
      .s_axis_tlast(s_axis_tlast),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata(m_axis_tdata),
      .m_axis_tkeep(m_axis_tkeep),
      .m_axis_tlast(m_axis_tlast),
      .m_axis_tuser(m_axis_tuser)
  );

  assign m_axi_a_awid    = {ID_W{1'b0}};
  assign m_axi_a_awlock  = 1'b0;
  assign m_axi_a_awcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_a_awprot  = 3'b000;
  assign m_axi_a_arid    = {ID_W{1'b0}};
  assign m_axi_a_arlock  = 1'b0;
  assign m_axi_a_arcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_a_arprot  = 3'b000;

  assign m_axi_b_awid    = {ID_W{1'b0}};
  assign m_axi_b_awlock  = 1'b0;
  assign m_axi_b_awcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_b_awprot  = 3'b000;
  assign m_axi_b_arid    = {ID_W{1'b0}};
  assign m_axi_b_arlock  = 1'b0;
  assign m_axi_b_arcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_b_arprot  = 3'b000;

  assign m_axi_d_awid    = {ID_W{1'b0}};
  assign m_axi_d_awlock  = 1'b0;
  assign m_axi_d_awcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_d_awprot  = 3'b000;
  assign m_axi_d_arid    = {ID_W{1'b0}};
  assign m_axi_d_arlock  = 1'b0;
  assign m_axi_d_arcache = MODIFIABLE_BUFFERABLE;
  assign m_axi_d_arprot  = 3'b000;

  wire unused = &{1'b0, m_axi_a_bid, m_axi_a_rid, m_axi_b_bid, m_axi_b_rid, m_axi_d_bid, m_axi_d_rid};
endmodule
`default_nettype wire
