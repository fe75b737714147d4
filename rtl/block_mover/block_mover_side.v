// SPDX-License-Identifier: Apache-2.0
// One side of a command, source or destination: goes through its rows and planes and cuts each segment into bursts, one a cycle.
//
// A segment is a row, or joined rows. The side ends with a burst that is marked final; where it is halted, that is one marked
// `cut`, without data. A stream has no addresses: there each segment begins at address 0, and strides are none.
`default_nettype none

module block_mover_side #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 33,
    parameter INNER_W    = 16,
    parameter OUTER_W    = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    // A command; only while not active
    input wire               start,
    input wire [ ADDR_W-1:0] start_address,
    input wire               start_virtual,       // no addresses
    input wire [INNER_W-1:0] start_inner,         // rows, or
    input wire               start_joined,        // ... one segment for all of them
    input wire [OUTER_W-1:0] start_outer,         // planes
    input wire [       31:0] start_inner_stride,  // signed
    input wire [       31:0] start_outer_stride,

    input  wire [BYTES_W-1:0] length,      // of the segment that begins
    input  wire               hold,        // makes no burst in this cycle
    input  wire               halts,       // makes only the cut
    output reg                active,
    output wire               beyond,      // halted at the end of the address space: the next burst would begin behind it
    output wire               last_outer,

    // Bursts
    input  wire                         room,
    output reg                          burst_valid,
    input  wire                         burst_taken,
    output wire                         burst_made,          // it stands here in the next cycle
    output reg  [ADDR_W-1:LANES_LOG2] burst_address,
    output reg  [                7:0] burst_len,
    output reg                          burst_single,        // its length is 0
    output wire [       LANES_LOG2:0] burst_first_bytes,   // bytes of its first beat
    output reg                          burst_double,        // its length is 1
    output reg  [     LANES_LOG2-1:0] burst_first,
    output reg  [     LANES_LOG2-1:0] burst_last,
    output wire [       LANES_LOG2:0] burst_following,     // bytes of the same segment in the first beat after it
    output reg                          burst_ends,          // last of its segment
    output reg                          burst_first_inner,
    output reg                          burst_last_inner,
    output reg                          burst_final,
    output reg                          burst_cut
);

  reg [31:0] inner_stride;
  reg [31:0] outer_stride;
  reg [ADDR_W-1:0] plane;  // first row of the plane
  reg [ADDR_W-1:0] row;    // the row at hand, or joined rows
  reg [ADDR_W-1:0] at;     // the next burst
  reg at_beyond;
  reg amid;  // the segment is begun
  reg [BYTES_W-1:0] rest;  // of it, less one
  reg [CHUNK_LOG2:0] lead;
  reg burst_short;  // a single beat, with which the segment ends: ...
  reg [LANES_LOG2:0] burst_bytes;  // ... it has these bytes

  wire first_inner;
  wire last_inner;
  wire first_outer;  // never needed

  wire more;
  wire [ADDR_W-CHUNK_LOG2-1:0] next;
  wire next_beyond;
  wire [BYTES_W-1:0] next_rest;
  wire [7:0] len;
  wire single;
  wire double;
  wire [LANES_LOG2-1:0] first;
  wire [LANES_LOG2-1:0] last;

  wire [BYTES_W-1:0] rest_now = amid ? rest : length;
  wire free = room && (!burst_valid || burst_taken);
  wire make = active && free && !halts && !hold && !at_beyond;
  wire make_cut = active && free && halts;
  wire row_over = make && !more;
  wire last_row = last_inner && last_outer;

  assign burst_first_bytes = burst_short ? burst_bytes : {1'b1, {LANES_LOG2{1'b0}}} - {1'b0, burst_first};
  // `rest` stands as long as the burst
  assign burst_following = burst_ends ? {(LANES_LOG2 + 1) {1'b0}} : |rest[BYTES_W-1:LANES_LOG2] ? {1'b1, {LANES_LOG2{1'b0}}}
                           : {1'b0, rest[LANES_LOG2-1:0]} + 1'b1;
  assign beyond = active && at_beyond;
  assign burst_made = make || make_cut;

  block_mover_cut #(
      .ADDR_W(ADDR_W),
      .BYTES_W(BYTES_W),
      .LANES_LOG2(LANES_LOG2),
      .CHUNK_LOG2(CHUNK_LOG2)
  ) cutter (
      .from(at),
      .rest(rest_now),
      .lead(lead),
      .more(more),
      .next(next),
      .next_beyond(next_beyond),
      .next_rest(next_rest),
      .len(len),
      .single(single),
      .double(double),
      .first(first),
      .last(last)
  );

  block_mover_count #(
      .WIDTH(INNER_W)
  ) inner (
      .clk(clk),
      .start(start),
      .rounds(start_inner),
      .once(start_joined),
      .step(row_over),
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
      .step(row_over && last_inner),
      .first(first_outer),
      .last(last_outer)
  );

  always @(posedge clk)
    if (rst) begin
      active      <= 1'b0;
      burst_valid <= 1'b0;
    end else begin
      if (start) active <= 1'b1;
      else if (make_cut || (row_over && last_row)) active <= 1'b0;

      if (burst_made) burst_valid <= 1'b1;
      else if (burst_taken) burst_valid <= 1'b0;
    end

  // Addresses
  wire [31:0] stride = last_inner ? outer_stride : inner_stride;
  wire [ADDR_W:0] sum = {1'b0, last_inner ? plane : row} + {1'b0, {(ADDR_W - 32) {stride[31]}}, stride};
  wire [ADDR_W-1:0] row_next = active ? sum[ADDR_W-1:0] : start_address;
  wire goes_on = active && more;
  wire [CHUNK_LOG2-1:0] offset_next = start && start_virtual ? {CHUNK_LOG2{1'b0}} : row_next[CHUNK_LOG2-1:0];

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
    else if (start || row_over) row <= row_next;

  always @(posedge clk)
    if (start && start_virtual) plane <= 0;
    else if (start || (row_over && last_inner)) plane <= row_next;

  always @(posedge clk)
    if (start && start_virtual) at <= 0;
    else if (start || make) at <= goes_on ? {next, {CHUNK_LOG2{1'b0}}} : row_next;

  always @(posedge clk)
    if (start || make) begin
      lead      <= goes_on ? {(CHUNK_LOG2 + 1) {1'b0}} : {1'b0, offset_next} - 1'b1;
      amid      <= goes_on;
      at_beyond <= active && (more ? next_beyond : sum[ADDR_W] != stride[31]);
    end

  always @(posedge clk) if (make) rest <= next_rest;

  always @(posedge clk)
    if (burst_made) begin
      burst_address     <= at[ADDR_W-1:LANES_LOG2];
      burst_len         <= len;
      burst_single      <= single;
      burst_short       <= single && !more;
      burst_bytes       <= rest_now[LANES_LOG2:0] + {{LANES_LOG2{1'b0}}, amid};
      burst_double      <= double;
      burst_first       <= first;
      burst_last        <= last;
      burst_ends        <= !more;
      burst_first_inner <= first_inner;
      burst_last_inner  <= last_inner;
      burst_final       <= halts || (last_row && !more);
      burst_cut         <= halts;
    end

  wire unused = &{1'b0, first_outer};

endmodule

`default_nettype wire
