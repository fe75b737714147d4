// SPDX-License-Identifier: Apache-2.0
// Two registers on AXI4-Lite: what is written at 0 is added to what is read there; 4 counts the writes.
`default_nettype none

module adder (
    input wire clk, rst,
    input wire s_axil_awvalid, s_axil_wvalid, s_axil_bready, s_axil_arvalid, s_axil_rready,
    input wire [11:0] s_axil_awaddr, s_axil_araddr,
    input wire [31:0] s_axil_wdata,
    input wire [3:0] s_axil_wstrb,
    output wire s_axil_awready, s_axil_wready, s_axil_arready,
    output reg s_axil_bvalid, s_axil_rvalid,
    output reg [31:0] s_axil_rdata,
    output wire [1:0] s_axil_bresp, s_axil_rresp
);

  reg [31:0] sum, writes;

  wire writing = s_axil_awvalid && s_axil_wvalid && !s_axil_bvalid;
  assign s_axil_awready = writing;
  assign s_axil_wready = writing;
  assign s_axil_arready = !s_axil_rvalid;
  assign s_axil_bresp = 0;
  assign s_axil_rresp = 0;

  always @(posedge clk) begin
    if (writing) begin
      if (s_axil_awaddr[11:2] == 0 && s_axil_wstrb == 4'hf) sum <= sum + s_axil_wdata;
      writes <= writes + 1;
      s_axil_bvalid <= 1;
    end else if (s_axil_bready) s_axil_bvalid <= 0;
    if (s_axil_arvalid && s_axil_arready) begin
      s_axil_rdata <= s_axil_araddr[11:2] == 0 ? sum : writes;
      s_axil_rvalid <= 1;
    end else if (s_axil_rready) s_axil_rvalid <= 0;
    if (rst) begin
      sum <= 0;
      writes <= 0;
      s_axil_bvalid <= 0;
      s_axil_rvalid <= 0;
    end
  end
endmodule
`default_nettype wire
