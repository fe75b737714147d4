// SPDX-License-Identifier: Apache-2.0
// Address of the row at hand on one side of a move: from row to row, and from plane to plane.
`default_nettype none

module block_mover_stepper #(
    parameter ADDR_W = 32
) (
    input wire clk,

    input wire              start,
    input wire [ADDR_W-1:0] start_address,
    input wire              step,           // to the next row, or
    input wire              turn,           // ... to the first row of the next plane
    input wire [      31:0] row_stride,     // signed
    input wire [      31:0] plane_stride,

    output reg [ADDR_W-1:0] row,
    output reg              beyond  // stepping to it left the address space
);

  reg [ADDR_W-1:0] plane;

  wire [31:0] stride = turn ? plane_stride : row_stride;
  wire [ADDR_W:0] sum = {1'b0, turn ? plane : row} + {1'b0, {(ADDR_W - 32) {stride[31]}}, stride};
  wire [ADDR_W-1:0] next = start ? start_address : sum[ADDR_W-1:0];

  always @(posedge clk)
    if (start || step) begin
      row    <= next;
      beyond <= !start && sum[ADDR_W] != stride[31];
    end

  always @(posedge clk) if (start || (step && turn)) plane <= next;

endmodule

`default_nettype wire
