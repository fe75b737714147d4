// SPDX-License-Identifier: Apache-2.0
// Byte queue between reading and writing: what is read at one alignment is written at another.
//
// A move is a stream of bytes; byte p of the stream stands in lane p modulo LANES, so a word of read data is turned once on its
// way in (by the reading side) and once on its way out, whatever rows and joined rows make of it. Reading has made sure of
// room before it asks for a burst, so `put` needs no answer. Positions count modulo twice the capacity.
//
// The head is read ahead: while nothing is taken the memory's output stands still, and bytes of the head that come
// meanwhile are caught in `fresh`. So bytes put in one cycle can be taken in the next.
`default_nettype none

module block_mover_buffer #(
    parameter LANES_LOG2 = 3,
    parameter WORDS_LOG2 = 11,
    parameter POSITION_W = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // A word that was read, in the lanes of the stream
    input  wire                       put,
    input  wire [(8<<LANES_LOG2)-1:0] put_data,
    input  wire [(1<<LANES_LOG2)-1:0] put_lanes,     // those that belong to the move
    input  wire [     POSITION_W-2:0] put_position,  // of lane 0, were it there
    input  wire [     POSITION_W-1:0] put_end,       // of the byte after its last
    output reg  [     POSITION_W-1:0] arrived,       // ... of the last word put

    // The bytes at the head
    output wire                       any,
    output wire                       enough,         // as many as asked for are there,
    output wire                       plenty,         // ... and more
    input  wire [     LANES_LOG2-1:0] take_less_one,  // asked for
    input  wire                       take,
    input  wire                       skip,           // throws all before ...
    input  wire [     POSITION_W-1:0] skip_to,        // ... this position away; it has arrived, and nothing is put
    output wire [     LANES_LOG2-1:0] next_lane,      // of the byte at the head in the next cycle, if it is not skipped to
    output reg  [     POSITION_W-1:0] taken,          // position of the byte at the head
    input  wire [     LANES_LOG2-1:0] turn,           // brings the head's bytes to their lanes
    output wire [(8<<LANES_LOG2)-1:0] word
);

  localparam LANES = 1 << LANES_LOG2;

  wire [POSITION_W-1:0] level = arrived - taken;

  assign any = level != 0;
  assign enough = |level[POSITION_W-1:LANES_LOG2] || level[LANES_LOG2-1:0] > take_less_one;
  assign plenty = enough && level != {{(POSITION_W - LANES_LOG2) {1'b0}}, take_less_one} + 1'b1;

  always @(posedge clk)
    if (rst) arrived <= 0;
    else if (put) arrived <= put_end;

  wire [POSITION_W-1:0] after = taken + {{(POSITION_W - LANES_LOG2) {1'b0}}, take_less_one} + 1'b1;
  wire [POSITION_W-1:0] goal = skip ? skip_to : after;
  wire go = take || skip;

  assign next_lane = take ? after[LANES_LOG2-1:0] : taken[LANES_LOG2-1:0];

  always @(posedge clk)
    if (rst) taken <= 0;
    else if (go) taken <= goal;

  // A lane below that of a position holds the stream's next word.
  wire [WORDS_LOG2-1:0] put_word = put_position[LANES_LOG2+:WORDS_LOG2];
  wire [WORDS_LOG2-1:0] goal_word = goal[LANES_LOG2+:WORDS_LOG2];
  wire [WORDS_LOG2-1:0] put_next = put_word + 1'b1;
  wire [WORDS_LOG2-1:0] goal_next = goal_word + 1'b1;
  wire [LANES-1:0] put_below = ~({LANES{1'b1}} << put_position[LANES_LOG2-1:0]);
  wire [LANES-1:0] goal_below = ~({LANES{1'b1}} << goal[LANES_LOG2-1:0]);
  wire [LANES-1:0] taken_below = ~({LANES{1'b1}} << taken[LANES_LOG2-1:0]);

  // A word put is the head's, in a lane, where both tell the same word. With less than two words in the queue two bits of it
  // tell which; with more, all lanes of the head have come.
  wire [1:0] put_low = put_word[1:0];
  wire [1:0] put_next_low = put_next[1:0];
  wire [1:0] goal_low = goal_word[1:0];
  wire [1:0] goal_next_low = goal_next[1:0];
  wire [1:0] taken_low = taken[LANES_LOG2+:2];
  wire [1:0] taken_next_low = taken_low + 1'b1;
  wire near = !(|level[POSITION_W-1:LANES_LOG2+1]);
  wire goal_same = near && put_low == goal_low;
  wire goal_put_behind = near && put_next_low == goal_low;
  wire goal_put_ahead = near && put_low == goal_next_low;
  wire taken_same = near && put_low == taken_low;
  wire taken_put_behind = near && put_next_low == taken_low;
  wire taken_put_ahead = near && put_low == taken_next_low;

  wire [8*LANES-1:0] head;

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      wire write = put && put_lanes[lane];
      wire of_goal = put_below[lane] == goal_below[lane] ? goal_same : put_below[lane] ? goal_put_behind : goal_put_ahead;
      wire of_head = put_below[lane] == taken_below[lane] ? taken_same : put_below[lane] ? taken_put_behind : taken_put_ahead;
      wire caught = write && (go ? of_goal : of_head);
      wire [7:0] stored;
      reg [7:0] fresh;
      reg is_fresh;

      ram_1r1w #(
          .WIDTH(8),
          .LOG2_DEPTH(WORDS_LOG2)
      ) bytes (
          .clk(clk),
          .write(write),
          .write_address(put_below[lane] ? put_next : put_word),
          .write_data(put_data[8*lane+:8]),
          .read(go),
          .read_address(goal_below[lane] ? goal_next : goal_word),
          .read_data(stored)
      );

      always @(posedge clk) begin
        if (go || caught) is_fresh <= caught;
        if (caught) fresh <= put_data[8*lane+:8];
      end

      assign head[8*lane+:8] = is_fresh ? fresh : stored;
    end
  endgenerate

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turn_head (
      .in (head),
      .by (turn),
      .out(word)
  );

endmodule

`default_nettype wire
