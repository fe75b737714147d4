// SPDX-License-Identifier: Apache-2.0
// Goes through the rows and planes of one side of a command and holds the beginning of the next segment: a row, or joined rows.
//
// From the cycle after `start` it stands at the first segment; a step brings the one after it, in the next cycle. A stream has no addresses:
// there each segment begins at address 0, and strides are none.
`default_nettype none

module block_mover_walk #(
    parameter ADDR_W  = 32,
    parameter INNER_W = 16,
    parameter OUTER_W = 16
) (
    input wire clk,

    input wire               start,
    input wire [ ADDR_W-1:0] start_address,
    input wire               start_virtual,       // no addresses
    input wire               start_once,          // one segment for all rows
    input wire [INNER_W-1:0] start_inner,         // rows
    input wire [OUTER_W-1:0] start_outer,         // planes
    input wire [       31:0] start_inner_stride,  // signed
    input wire [       31:0] start_outer_stride,
    output wire              start_last_inner,    // of the first segment, in the cycle of start
    output wire              start_final,

    input  wire              step,
    output reg  [ADDR_W-1:0] row,
    output reg               beyond,       // it is outside the address space
    output wire              first_inner,
    output wire              last_inner,
    output wire              last_outer
);

  reg [31:0] inner_stride;
  reg [31:0] outer_stride;
  reg [ADDR_W-1:0] plane;  // its first row

  wire first_outer;  // never needed
  wire start_last_outer;
  wire [31:0] stride = last_inner ? outer_stride : inner_stride;
  wire [ADDR_W:0] sum = {1'b0, last_inner ? plane : row} + {1'b0, {(ADDR_W - 32) {stride[31]}}, stride};
  wire [ADDR_W-1:0] next = start ? start_address : sum[ADDR_W-1:0];

  assign start_final = start_last_inner && start_last_outer;

  always @(posedge clk)
    if (start && start_virtual) begin
      inner_stride <= 0;
      outer_stride <= 0;
    end else if (start) begin
      inner_stride <= start_inner_stride;
      outer_stride <= start_outer_stride;
    end

  always @(posedge clk)
    if (start && start_virtual) row <= 0;
    else if (start || step) row <= next;

  always @(posedge clk)
    if (start && start_virtual) plane <= 0;
    else if (start || (step && last_inner)) plane <= next;

  always @(posedge clk)
    if (start) beyond <= 1'b0;
    else if (step) beyond <= sum[ADDR_W] != stride[31];

  block_mover_count #(
      .WIDTH(INNER_W)
  ) inner (
      .clk(clk),
      .start(start),
      .rounds(start_inner),
      .once(start_once),
      .step(step),
      .starts_last(start_last_inner),
      .first(first_inner),
      .last(last_inner)
  );

  block_mover_count #(
      .WIDTH(OUTER_W),
      .AGAIN(0)
  ) outer (
      .clk(clk),
      .start(start),
      .rounds(start_outer),
      .once(1'b0),
      .step(step && last_inner),
      .starts_last(start_last_outer),
      .first(first_outer),
      .last(last_outer)
  );

  wire unused = &{1'b0, first_outer};

endmodule

`default_nettype wire
