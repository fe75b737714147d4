// SPDX-License-Identifier: Apache-2.0
// Writes what became of a descriptor back into it: its first twelve bytes in one burst of two beats, without the bytes
// that do not change. Write-backs go out and are answered in the order of the descriptors.
`default_nettype none

module block_mover_writeback #(
    parameter ADDR_W = 32
) (
    input  wire              clk,
    input  wire              rst,

    // outcome of a move
    input  wire              valid,
    output wire              ready,
    input  wire [ADDR_W-1:6] address,
    input  wire [7:1]        flags,           // low byte of its control word, without the owner
    input  wire [2:0]        error,
    input  wire              is_short,
    input  wire              is_long,
    input  wire [31:0]       bytes,

    // answers
    output reg               written,         // one cycle a descriptor
    output reg  [1:0]        response,        // with written

    // AXI4 write channels
    output reg               m_axi_d_awvalid,
    input  wire              m_axi_d_awready,
    output wire [ADDR_W-1:0] m_axi_d_awaddr,
    output wire [7:0]        m_axi_d_awlen,
    output wire [2:0]        m_axi_d_awsize,
    output wire [1:0]        m_axi_d_awburst,
    output reg               m_axi_d_wvalid,
    input  wire              m_axi_d_wready,
    output wire [63:0]       m_axi_d_wdata,
    output wire [7:0]        m_axi_d_wstrb,
    output reg               m_axi_d_wlast,
    input  wire              m_axi_d_bvalid,
    output wire              m_axi_d_bready,
    input  wire [1:0]        m_axi_d_bresp
);
  reg [ADDR_W-1:6] held_address;
  reg [7:1]        held_flags;
  reg [2:0]        held_error;
  reg              held_short;
  reg              held_long;
  reg [31:0]       held_bytes;

  assign ready           = !m_axi_d_awvalid && !m_axi_d_wvalid;
  assign m_axi_d_awaddr  = {held_address, 6'd0};
  assign m_axi_d_awlen   = 8'd1;
  assign m_axi_d_awsize  = 3'd3;
  assign m_axi_d_awburst = 2'd1;
  assign m_axi_d_wdata   = m_axi_d_wlast ? {32'd0, held_bytes} : {22'd0, held_long, held_short, 1'b0, held_error, 3'd0, 1'b1, 24'd0, held_flags, 1'b0};
  assign m_axi_d_wstrb   = m_axi_d_wlast ? 8'h0F : 8'hF1;
  assign m_axi_d_bready  = 1'b1;

  always @(posedge clk) begin
    if (rst) begin
      m_axi_d_awvalid <= 1'b0;
      m_axi_d_wvalid  <= 1'b0;
      m_axi_d_wlast   <= 1'b0;
    end else if (ready) begin
      m_axi_d_awvalid <= valid;
      m_axi_d_wvalid  <= valid;
      m_axi_d_wlast   <= 1'b0;
    end else begin
      if (m_axi_d_awready) m_axi_d_awvalid <= 1'b0;
      if (m_axi_d_wvalid && m_axi_d_wready) begin
        m_axi_d_wvalid <= !m_axi_d_wlast;
        m_axi_d_wlast  <= !m_axi_d_wlast;
      end
    end
  end

  always @(posedge clk) begin
    if (ready) begin
      held_address <= address;
      held_flags   <= flags;
      held_error   <= error;
      held_short   <= is_short;
      held_long    <= is_long;
      held_bytes   <= bytes;
    end
  end

  always @(posedge clk) begin
    written  <= m_axi_d_bvalid && !rst;
    response <= m_axi_d_bresp;
  end
endmodule
`default_nettype wire
