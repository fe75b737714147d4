// SPDX-License-Identifier: Apache-2.0
// Byte queue between reading and writing: what is read at one alignment is written at another.
//
// A move is a stream of bytes; byte p of the stream stands in lane p modulo LANES, so a word of read data is turned once on its
// way in (by the reading side) and once on its way out, whatever rows and joined rows make of it. Reading has taken the room of a burst before it
// asks for it, so `put` needs no answer. Positions count modulo twice the capacity.
//
// The word at the head is read ahead: bytes put in one cycle can be taken in the next.
`default_nettype none

module block_mover_buffer #(
    parameter LANES_LOG2 = 3,
    parameter WORDS_LOG2 = 10,
    parameter POSITION_W = WORDS_LOG2 + LANES_LOG2 + 1
) (
    input wire clk,
    input wire rst,

    // A word that was read, in the lanes of the stream
    input wire                       put,
    input wire [(8<<LANES_LOG2)-1:0] put_data,
    input wire [(1<<LANES_LOG2)-1:0] put_lanes,     // those that belong to the move
    input wire [     POSITION_W-2:0] put_position,  // of lane 0, were it there
    input wire [     POSITION_W-1:0] put_end,       // of the byte after its last

    // The bytes at the head
    output wire                       any,
    output wire                       enough,         // as many as asked for are there,
    output wire                       plenty,         // ... and more
    input  wire [     LANES_LOG2-1:0] take_less_one,  // asked for
    input  wire                       take,
    output wire [     LANES_LOG2-1:0] next_lane,      // of the byte at the head in the next cycle
    output reg  [     POSITION_W-1:0] taken,          // position of the byte at the head
    input  wire [     LANES_LOG2-1:0] turn,           // brings the head's bytes to their lanes
    output wire [(8<<LANES_LOG2)-1:0] word
);

  localparam LANES = 1 << LANES_LOG2;

  reg [POSITION_W-1:0] arrived;
  wire [POSITION_W-1:0] level = arrived - taken;

  assign any = level != 0;
  assign enough = |level[POSITION_W-1:LANES_LOG2] || level[LANES_LOG2-1:0] > take_less_one;
  assign plenty = enough && level != {{(POSITION_W - LANES_LOG2) {1'b0}}, take_less_one} + 1'b1;

  // In: a lane below that of `put_position` holds the stream's next word.
  wire [LANES_LOG2-1:0] put_lane = put_position[LANES_LOG2-1:0];
  wire [WORDS_LOG2-1:0] put_word = put_position[LANES_LOG2+:WORDS_LOG2];
  wire [WORDS_LOG2-1:0] put_next = put_word + 1'b1;
  wire [LANES-1:0] below_put = ~({LANES{1'b1}} << put_lane);

  always @(posedge clk)
    if (rst) arrived <= 0;
    else if (put) arrived <= put_end;

  // Out: both addresses that the next cycle may need, chosen by `take`, which comes late.
  wire [POSITION_W-1:0] after = taken + {{(POSITION_W - LANES_LOG2) {1'b0}}, take_less_one} + 1'b1;
  wire [WORDS_LOG2-1:0] word_stay = taken[LANES_LOG2+:WORDS_LOG2];
  wire [WORDS_LOG2-1:0] word_go = after[LANES_LOG2+:WORDS_LOG2];
  wire [WORDS_LOG2-1:0] next_stay = word_stay + 1'b1;
  wire [WORDS_LOG2-1:0] next_go = word_go + 1'b1;
  wire [LANES-1:0] below_stay = ~({LANES{1'b1}} << taken[LANES_LOG2-1:0]);
  wire [LANES-1:0] below_go = ~({LANES{1'b1}} << after[LANES_LOG2-1:0]);

  assign next_lane = take ? after[LANES_LOG2-1:0] : taken[LANES_LOG2-1:0];

  always @(posedge clk)
    if (rst) taken <= 0;
    else if (take) taken <= after;

  wire [8*LANES-1:0] head;

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      wire write = put && put_lanes[lane];
      wire [WORDS_LOG2-1:0] write_address = below_put[lane] ? put_next : put_word;
      wire [WORDS_LOG2-1:0] stay = below_stay[lane] ? next_stay : word_stay;
      wire [WORDS_LOG2-1:0] go = below_go[lane] ? next_go : word_go;
      wire [7:0] stored;
      reg [7:0] fresh;
      reg is_fresh;

      ram_1r1w #(
          .WIDTH(8),
          .LOG2_DEPTH(WORDS_LOG2)
      ) bytes (
          .clk(clk),
          .write(write),
          .write_address(write_address),
          .write_data(put_data[8*lane+:8]),
          .read_address(take ? go : stay),
          .read_data(stored)
      );

      // What is written in the cycle in which it is read ahead.
      always @(posedge clk) begin
        fresh <= put_data[8*lane+:8];
        is_fresh <= write && (take ? write_address == go : write_address == stay);
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
