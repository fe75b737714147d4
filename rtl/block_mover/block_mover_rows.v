// SPDX-License-Identifier: Apache-2.0
// Takes a command apart: bursts of its source, and the segments of its destination in the same order.
//
// Both sides go through the rows together, one row a cycle where each is one burst. Rows that follow each other in memory are
// joined: that side then has one segment a plane. An XOR has its sources where other commands have rows, and its rows, or
// pieces of its only row, where they have planes.
//
// The first burst is made in the cycle of `start` itself where may_step allows: a short move has no time to lose. The length
// of joined rows is a product, which comes a cycle later.
`default_nettype none

module block_mover_rows #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 32,
    parameter COUNT_W    = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    // A command; only while not active
    input wire               start,
    input wire               start_bad,                  // it only passes through
    input wire [ ADDR_W-1:0] start_source,
    input wire [ ADDR_W-1:0] start_destination,
    input wire               start_source_virtual,       // its addresses only tell lanes
    input wire               start_destination_virtual,
    input wire [COUNT_W-1:0] start_inner,                // rows
    input wire [COUNT_W-1:0] start_outer,                // planes
    input wire [       31:0] start_source_inner_stride,
    input wire [       31:0] start_source_outer_stride,
    input wire [       31:0] start_destination_inner_stride,
    input wire [       31:0] start_destination_outer_stride,
    input wire [BYTES_W-1:0] start_less_one,             // a row of the source
    input wire [BYTES_W-1:0] start_tail_less_one,        // ... in the last round of the outer loop
    input wire               start_source_joined,        // one segment a round of the outer loop
    input wire               start_destination_joined,
    input wire               start_destination_single,   // one segment in all
    input wire [BYTES_W-1:0] joined_less_one,            // in the cycle after start
    input wire               joined_wraps,               // ... and it is longer than the address space

    input  wire stop,     // makes nothing more
    output reg  active,
    output wire wrapped,  // it is bad, or leaves the address space; waits for stop

    // Bursts of the source
    input  wire                   may_step,
    output reg                    burst_valid,
    input  wire                   burst_taken,
    output reg                    burst_new,       // it stands here for its first cycle
    output reg  [     ADDR_W-1:0] burst_address,
    output reg  [            7:0] burst_len,
    output reg  [ LANES_LOG2-1:0] burst_first,
    output reg  [ LANES_LOG2-1:0] burst_last,
    output reg  [ CHUNK_LOG2-1:0] burst_less_one,
    output reg                    burst_opens,     // it is the first of its segment
    output reg                    burst_inner_first,
    output reg                    burst_inner_last,

    // Segments of the destination
    output wire              segment,
    input  wire              segment_room,
    output wire [ADDR_W-1:0] segment_address,
    output wire              segment_final    // the command's last
);

  reg bad;
  reg source_virtual;
  reg destination_virtual;
  reg source_joined;
  reg destination_joined;
  reg destination_single;
  reg [31:0] source_inner_stride;
  reg [31:0] source_outer_stride;
  reg [31:0] destination_inner_stride;
  reg [31:0] destination_outer_stride;
  reg [BYTES_W-1:0] less_one;
  reg [BYTES_W-1:0] tail_less_one;
  reg fresh;  // first cycle after start

  wire first_inner;
  wire first_outer;
  wire last_inner;
  wire last_outer;

  // This row
  reg source_done;
  reg destination_done;
  reg amid;                    // its source is begun
  reg [ADDR_W-1:0] at;         // ... and goes on here
  reg at_beyond;
  reg [BYTES_W-1:0] at_rest;
  wire [ADDR_W-1:0] source_row;
  wire [ADDR_W-1:0] destination_row;
  wire source_beyond;
  wire destination_beyond;
  wire source_due = !source_done && (!source_joined || first_inner);
  wire destination_due = !destination_done && (destination_single ? first_inner && first_outer : !destination_joined || first_inner);
  wire late = fresh && source_joined;

  // The next burst
  wire lanes_only = active ? source_virtual && !amid : start_source_virtual;
  wire [ADDR_W-1:0] place = !active ? start_source : amid ? at : source_row;
  wire [ADDR_W-1:0] from = {place[ADDR_W-1:CHUNK_LOG2], lanes_only ? {CHUNK_LOG2{1'b0}} : place[CHUNK_LOG2-1:0]};
  wire [BYTES_W-1:0] rest = !active ? start_less_one : late ? joined_less_one : amid ? at_rest
      : last_outer ? tail_less_one : less_one;
  wire more;
  wire [ADDR_W-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;
  wire [7:0] len;
  wire [LANES_LOG2-1:0] first;
  wire [LANES_LOG2-1:0] last;
  wire [CHUNK_LOG2-1:0] burst_bytes;

  block_mover_cut #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) cut (
      .from(from),
      .rest(rest),
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .first(first),
      .last(last),
      .less_one(burst_bytes)
  );

  wire source_wraps = source_due && !source_virtual && (amid ? at_beyond : source_beyond);
  wire destination_wraps = destination_due && !destination_virtual && destination_beyond;
  wire halted = wrapped || stop;
  wire make = (!burst_valid || burst_taken) && may_step &&
      (active ? source_due && !halted : start && !start_bad && !start_source_joined);
  wire source_ends = !source_due || (make && !more);
  wire destination_ends = !destination_due || segment;
  wire row_ends = active && !halted && source_ends && destination_ends;

  assign wrapped = active && (bad || (fresh && joined_wraps) || source_wraps || destination_wraps);
  assign segment = active && destination_due && segment_room && !halted;
  assign segment_address = {destination_row[ADDR_W-1:CHUNK_LOG2],
                            destination_virtual ? {CHUNK_LOG2{1'b0}} : destination_row[CHUNK_LOG2-1:0]};
  assign segment_final = destination_single || (last_outer && (destination_joined || last_inner));

  always @(posedge clk)
    if (rst) begin
      active      <= 1'b0;
      burst_valid <= 1'b0;
      burst_new   <= 1'b0;
    end else begin
      if (start) active <= 1'b1;
      else if (stop || (row_ends && last_inner && last_outer)) active <= 1'b0;

      if (make) burst_valid <= 1'b1;
      else if (burst_taken) burst_valid <= 1'b0;

      burst_new <= make;
    end

  always @(posedge clk) begin
    fresh <= start;

    if (row_ends) begin
      source_done      <= 1'b0;
      destination_done <= 1'b0;
      amid             <= 1'b0;
    end else begin
      if (start || make) source_done <= make && !more;
      if (start || segment) destination_done <= !start;
      if (start || make) amid <= make && more;
    end

    if (make) begin
      at        <= next;
      at_beyond <= next_beyond;
      at_rest   <= next_rest;
    end
  end

  always @(posedge clk)
    if (make) begin
      burst_address     <= {from[ADDR_W-1:LANES_LOG2], {LANES_LOG2{1'b0}}};
      burst_len         <= len;
      burst_first       <= first;
      burst_last        <= last;
      burst_less_one    <= burst_bytes;
      burst_opens       <= !active || !amid;
      burst_inner_first <= !active || first_inner;
      burst_inner_last  <= active ? last_inner : start_inner == 1;
    end

  always @(posedge clk)
    if (start) begin
      bad                      <= start_bad;
      source_virtual           <= start_source_virtual;
      destination_virtual      <= start_destination_virtual;
      source_joined            <= start_source_joined;
      destination_joined       <= start_destination_joined;
      destination_single       <= start_destination_single;
      source_inner_stride      <= start_source_inner_stride;
      source_outer_stride      <= start_source_outer_stride;
      destination_inner_stride <= start_destination_inner_stride;
      destination_outer_stride <= start_destination_outer_stride;
    end

  always @(posedge clk)
    if (start || late) begin
      less_one      <= start ? start_less_one : joined_less_one;
      tail_less_one <= start ? start_tail_less_one : joined_less_one;
    end

  block_mover_count #(
      .WIDTH(COUNT_W)
  ) inner (
      .clk(clk),
      .start(start),
      .rounds(start_inner),
      .step(row_ends),
      .first(first_inner),
      .last(last_inner)
  );

  block_mover_count #(
      .WIDTH(COUNT_W)
  ) outer (
      .clk(clk),
      .start(start),
      .rounds(start_outer),
      .step(row_ends && last_inner),
      .first(first_outer),
      .last(last_outer)
  );

  block_mover_stepper #(
      .ADDR_W(ADDR_W)
  ) source (
      .clk(clk),
      .start(start),
      .start_address(start_source),
      .step(row_ends),
      .turn(last_inner),
      .row_stride(source_inner_stride),
      .plane_stride(source_outer_stride),
      .row(source_row),
      .beyond(source_beyond)
  );

  block_mover_stepper #(
      .ADDR_W(ADDR_W)
  ) destination (
      .clk(clk),
      .start(start),
      .start_address(start_destination),
      .step(row_ends),
      .turn(last_inner),
      .row_stride(destination_inner_stride),
      .plane_stride(destination_outer_stride),
      .row(destination_row),
      .beyond(destination_beyond)
  );

endmodule

`default_nettype wire
