// SPDX-License-Identifier: Apache-2.0
// What one cycle does to the beat at hand: how a word of the source and a beat of the destination meet. Combinational.
//
// The word's bytes stand in lanes word_first to word_last, the beat's in lanes up to beat_last; it is filled up to, not with,
// lane `fill`. What the word holds beyond the beat goes to the beat after it, where that is of the same segment and large enough.
`default_nettype none

module block_mover_beat #(
    parameter LANES_LOG2 = 3
) (
    input wire [LANES_LOG2-1:0] word_first,
    input wire [LANES_LOG2-1:0] word_last,
    input wire [  LANES_LOG2:0] fill,        // LANES: the whole beat
    input wire [LANES_LOG2-1:0] beat_last,
    input wire [  LANES_LOG2:0] after,       // bytes of the beat after it, 0 where it is of another segment

    output wire                  fills,     // the word brings it to its end
    output wire                  all_used,  // ... and the word has no byte that goes elsewhere
    output wire [LANES_LOG2-1:0] spill,     // bytes for the beat after
    output wire [LANES_LOG2-1:0] next_word_first,
    output wire [  LANES_LOG2:0] next_fill, // if the word does not fill it
    output wire [LANES_LOG2-1:0] turn       // brings the word's bytes to their lanes
);

  wire [LANES_LOG2:0] bytes = {1'b0, word_last} - {1'b0, word_first} + 1'b1;
  wire [LANES_LOG2:0] needs = {1'b0, beat_last} - fill + 1'b1;
  wire [LANES_LOG2+1:0] excess = {1'b0, bytes} - {1'b0, needs};  // top bit: none

  assign fills = !excess[LANES_LOG2+1];
  assign all_used = !fills || excess[LANES_LOG2:0] <= after;
  assign spill = excess[LANES_LOG2-1:0];
  assign next_word_first = word_first + needs[LANES_LOG2-1:0];
  assign next_fill = fill + bytes;
  assign turn = fill[LANES_LOG2-1:0] - word_first;

endmodule

`default_nettype wire
