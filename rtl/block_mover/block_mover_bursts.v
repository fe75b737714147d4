// SPDX-License-Identifier: Apache-2.0
// Address generator of one side of a move: cuts its segments into bursts, one a cycle.
//
// A segment is a run of bytes at consecutive addresses: a row, or all rows of a plane when they follow each other. Segments
// come `inner` times, inner_stride apart, and all that `outer` times, outer_stride apart. A burst ends with its segment or at
// an aligned 2^CHUNK_LOG2 bytes, so it crosses no 4 KB boundary and no word of a segment is moved twice.
//
// The first burst is made in the cycle of `start` itself where step_at_start allows: a short move has no time to lose.
// Lengths are one less than they say ("less_one") so that the longest fits and `more` is the carry of one adder.
`default_nettype none

module block_mover_bursts #(
    parameter ADDR_W     = 32,
    parameter BYTES_W    = 32,  // of the longest segment less one
    parameter COUNT_W    = 16,
    parameter LANES_LOG2 = 3,
    parameter CHUNK_LOG2 = 11
) (
    input wire clk,
    input wire rst,

    // A side of a move; only while idle.
    input wire               start,
    input wire [ ADDR_W-1:0] start_address,
    input wire [BYTES_W-1:0] start_less_one,
    input wire               start_late,       // joined rows: the segment's length comes a cycle later ...
    input wire [BYTES_W-1:0] late_less_one,    // ... here
    input wire [BYTES_W-1:0] tail_less_one,    // of a segment whose outer index is the last
    input wire [COUNT_W-1:0] start_inner,      // 1 or more
    input wire [COUNT_W-1:0] start_outer,      // 1 or more
    input wire [       31:0] start_inner_stride,
    input wire [       31:0] start_outer_stride,
    input wire               step_at_start,

    input  wire step,     // a burst may be made in this cycle
    input  wire stop,     // makes no further burst
    output reg  idle,
    output wire wrapped,  // the next burst would lie beyond the end of the address space; waits for stop

    // The burst made last
    output reg                   burst_valid,
    input  wire                  burst_taken,
    output reg                   burst_new,       // it stands here for its first cycle
    output reg  [    ADDR_W-1:0] burst_address,   // of its first byte's word
    output reg  [           7:0] burst_len,       // beats less one
    output reg  [LANES_LOG2-1:0] burst_first,     // lane of its first byte
    output reg  [LANES_LOG2-1:0] burst_last,      // lane of its last byte
    output reg  [CHUNK_LOG2-1:0] burst_less_one,  // bytes
    output reg                   burst_opens,     // it is the first of its segment
    output reg                   burst_inner_first,
    output reg                   burst_inner_last,
    output reg                   burst_final      // it is the move's last
);

  localparam BEATS_W = CHUNK_LOG2 - LANES_LOG2;

  reg [ADDR_W-1:0] address;      // of the rest of a segment
  reg [BYTES_W-1:0] less_one;    // its length
  reg [ADDR_W-1:0] next_inner;   // where the next segment begins
  reg [ADDR_W-1:0] next_outer;
  reg [BYTES_W-1:0] segment;     // length of a segment
  reg [BYTES_W-1:0] tail;        // ... of the last outer index
  reg [COUNT_W-1:0] inner;       // reload value
  reg [COUNT_W-1:0] inner_left;  // this one included
  reg [COUNT_W-1:0] outer_left;
  reg [31:0] inner_stride;
  reg [31:0] outer_stride;
  reg amid;        // a segment is begun
  reg turn;          // the next segment has a new outer index
  reg late;          // first cycle of joined rows
  reg beyond;        // `address` wrapped round
  reg inner_beyond;  // next_inner did
  reg outer_beyond;
  reg untouched;     // the segment is begun, but its first burst had to wait
  reg first_inner;

  // The burst of this cycle
  wire last_inner = idle ? start_inner == 1 : inner_left == 1;
  wire last_outer = idle ? start_outer == 1 : outer_left == 1;
  wire [ADDR_W-1:0] from = idle ? start_address : amid ? address : turn ? next_outer : next_inner;
  wire [BYTES_W-1:0] rest = idle ? start_less_one : late ? late_less_one : amid ? less_one : last_outer ? tail : segment;
  wire [CHUNK_LOG2-1:0] offset = from[CHUNK_LOG2-1:0];
  // Rest less one, less what the chunk still holds: not negative means that more follows.
  wire [BYTES_W:0] after = {1'b0, rest} + {{(BYTES_W + 1 - CHUNK_LOG2) {1'b1}}, offset};
  wire more = !after[BYTES_W];
  wire [LANES_LOG2:0] last_lane = {1'b0, offset[LANES_LOG2-1:0]} + {1'b0, rest[LANES_LOG2-1:0]};
  wire [ADDR_W-CHUNK_LOG2:0] next_chunk = {1'b0, from[ADDR_W-1:CHUNK_LOG2]} + 1'b1;

  wire make = (!burst_valid || burst_taken) && (idle ? start && step_at_start && !start_late : step && !wrapped && !stop);
  wire last_of_segment = make && !more;
  wire last_of_move = last_of_segment && last_inner && last_outer;

  assign wrapped = !idle && (amid ? beyond : turn ? outer_beyond : inner_beyond);

  always @(posedge clk)
    if (rst) begin
      idle        <= 1'b1;
      burst_valid <= 1'b0;
      burst_new   <= 1'b0;
    end else begin
      if (idle) idle <= !start || last_of_move;
      else if (stop || last_of_move) idle <= 1'b1;

      if (make) burst_valid <= 1'b1;
      else if (burst_taken) burst_valid <= 1'b0;

      burst_new <= make;
    end

  always @(posedge clk)
    if (make) begin
      burst_address     <= {from[ADDR_W-1:LANES_LOG2], {LANES_LOG2{1'b0}}};
      burst_first       <= offset[LANES_LOG2-1:0];
      burst_last        <= more ? {LANES_LOG2{1'b1}} : last_lane[LANES_LOG2-1:0];
      burst_less_one    <= more ? ~offset : rest[CHUNK_LOG2-1:0];
      burst_opens       <= idle || !amid || untouched;
      burst_inner_first <= idle || first_inner;
      burst_inner_last  <= last_inner;
      burst_final       <= !more && last_inner && last_outer;
    end

  wire [BEATS_W-1:0] beats_less_one = more ? ~offset[CHUNK_LOG2-1:LANES_LOG2]
      : rest[CHUNK_LOG2-1:LANES_LOG2] + {{(BEATS_W - 1) {1'b0}}, last_lane[LANES_LOG2]};
  generate
    if (BEATS_W == 8) begin : g_longest
      always @(posedge clk) if (make) burst_len <= beats_less_one;
    end else begin : g_shorter
      always @(posedge clk) if (make) burst_len <= {{(8 - BEATS_W) {1'b0}}, beats_less_one};
    end
  endgenerate

  always @(posedge clk) begin
    late <= idle && start && start_late;

    if (idle ? start : late && !make) begin
      amid    <= 1'b1;
      untouched <= 1'b1;
      address   <= from;
      less_one  <= rest;
      beyond    <= 1'b0;
    end
    if (make) begin
      amid    <= more;
      untouched <= 1'b0;
      address   <= {next_chunk[ADDR_W-CHUNK_LOG2-1:0], {CHUNK_LOG2{1'b0}}};
      beyond    <= next_chunk[ADDR_W-CHUNK_LOG2];
      less_one  <= after[BYTES_W-1:0];
    end

    if (idle) begin
      segment <= start_less_one;
      tail    <= tail_less_one;
    end else if (late) begin
      segment <= late_less_one;
      tail    <= late_less_one;
    end
  end

  // Counters and the addresses of the next segments
  always @(posedge clk) begin
    if (idle) begin
      inner        <= start_inner;
      inner_stride <= start_inner_stride;
      outer_stride <= start_outer_stride;
    end

    if (last_of_segment && last_inner) begin
      inner_left  <= idle ? start_inner : inner;
      outer_left  <= (idle ? start_outer : outer_left) - 1'b1;
      turn        <= 1'b1;
      first_inner <= 1'b1;
    end else if (last_of_segment) begin
      inner_left  <= (idle ? start_inner : inner_left) - 1'b1;
      outer_left  <= idle ? start_outer : outer_left;
      turn        <= 1'b0;
      first_inner <= 1'b0;
    end else if (idle) begin
      inner_left  <= start_inner;
      outer_left  <= start_outer;
      turn        <= 1'b0;
      first_inner <= 1'b1;
    end
  end

  wire begins = make && !idle && !amid;  // a segment whose address these registers gave
  wire [ADDR_W:0] after_inner = stepped(idle ? start_address : turn ? next_outer : next_inner,
                                        idle ? start_inner_stride : inner_stride);
  wire [ADDR_W:0] after_outer = stepped(idle ? start_address : next_outer, idle ? start_outer_stride : outer_stride);

  always @(posedge clk) begin
    if (idle || begins) {inner_beyond, next_inner} <= after_inner;
    if (idle || (begins && turn)) {outer_beyond, next_outer} <= after_outer;
  end

  // Address and signed stride: the sum, and above it whether it left the address space.
  function [ADDR_W:0] stepped(input [ADDR_W-1:0] base, input [31:0] stride);
    reg [ADDR_W:0] sum;
    begin
      sum = {1'b0, base} + {1'b0, {(ADDR_W - 32) {stride[31]}}, stride};
      stepped = {sum[ADDR_W] ^ stride[31], sum[ADDR_W-1:0]};
    end
  endfunction

endmodule

`default_nettype wire
