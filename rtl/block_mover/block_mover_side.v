// SPDX-License-Identifier: Apache-2.0
// One side of the command that is taken apart: where its row is, and the next burst to be cut off it.
//
// A cut ends with the segment or at an aligned 2^CHUNK_LOG2 bytes (block_mover_cut). With FIRST_FROM_START the first cut can be
// made in the cycle of `start` itself, from the command's own fields.
`default_nettype none

module block_mover_side #(
    parameter ADDR_W           = 32,
    parameter BYTES_W          = 32,
    parameter LANES_LOG2       = 3,
    parameter CHUNK_LOG2       = 11,
    parameter FIRST_FROM_START = 0
) (
    input wire clk,

    input wire               start,
    input wire [ ADDR_W-1:0] start_address,
    input wire               start_virtual,   // addresses only tell lanes: each segment begins in lane 0
    input wire [       31:0] start_inner_stride,
    input wire [       31:0] start_outer_stride,
    input wire [BYTES_W-1:0] start_less_one,

    input wire               active,    // after start
    input wire [BYTES_W-1:0] less_one,  // length of a segment that begins
    input wire               cut,       // the cut is made
    input wire               next_row,  // what is left of the row is none
    input wire               turn,      // ... and the next one is of a new plane

    output reg                    amid,            // a segment is begun
    output wire                   more,            // the segment goes on after this cut
    output wire                   beyond,          // it cannot be made: it lies beyond the end of the address space
    output wire [ADDR_W-1:LANES_LOG2] address,         // word of its first byte
    output wire [            7:0] len,
    output wire [ LANES_LOG2-1:0] first,
    output wire [ LANES_LOG2-1:0] last,
    output wire [   LANES_LOG2:0] following        // bytes of the segment after it, at most LANES
);

  reg is_virtual;
  reg [31:0] inner_stride;
  reg [31:0] outer_stride;
  reg [ADDR_W-1:0] at;
  reg at_beyond;
  reg [BYTES_W-1:0] at_rest;
  wire [ADDR_W-1:0] row;
  wire row_beyond;

  wire at_start = FIRST_FROM_START != 0 && !active;
  wire lanes_only = at_start ? start_virtual : is_virtual && !amid;
  wire [ADDR_W-1:0] place = at_start ? start_address : amid ? at : row;
  wire [ADDR_W-1:0] from = {place[ADDR_W-1:CHUNK_LOG2], lanes_only ? {CHUNK_LOG2{1'b0}} : place[CHUNK_LOG2-1:0]};
  wire [ADDR_W-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;

  block_mover_cut #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) cutter (
      .from(from),
      .rest(at_start ? start_less_one : amid ? at_rest : less_one),
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .first(first),
      .last(last)
  );

  block_mover_stepper #(
      .ADDR_W(ADDR_W)
  ) stepper (
      .clk(clk),
      .start(start),
      .start_address(start_address),
      .step(next_row),
      .turn(turn),
      .row_stride(inner_stride),
      .plane_stride(outer_stride),
      .row(row),
      .beyond(row_beyond)
  );

  assign beyond = !is_virtual && (amid ? at_beyond : row_beyond);
  assign address = from[ADDR_W-1:LANES_LOG2];
  assign following = !more ? 0 : |next_rest[BYTES_W-1:LANES_LOG2] ? {1'b1, {LANES_LOG2{1'b0}}}
                     : {1'b0, next_rest[LANES_LOG2-1:0]} + 1'b1;

  always @(posedge clk)
    if (start) begin
      is_virtual   <= start_virtual;
      inner_stride <= start_inner_stride;
      outer_stride <= start_outer_stride;
    end

  always @(posedge clk)
    if (cut) begin
      at        <= next;
      at_beyond <= next_beyond;
      at_rest   <= next_rest;
    end

  always @(posedge clk)
    if (next_row) amid <= 1'b0;
    else if (start || cut) amid <= cut && more;

endmodule

`default_nettype wire
