// SPDX-License-Identifier: Apache-2.0
// How a word of the source and a beat of the destination meet. Combinational.
//
// What the word holds beyond the beat goes to the beat after it, where that is of the same segment and large enough.
`default_nettype none

module block_mover_beat #(
    parameter LANES_LOG2 = 3
) (
    input wire [LANES_LOG2:0] bytes,  // that the word still has, 1 or more
    input wire [LANES_LOG2:0] needs,  // that the beat still needs, 1 or more
    input wire [LANES_LOG2:0] after,  // size of the beat after it, 0 where that is of another segment

    output wire                fills,     // the word brings the beat to its end
    output wire                all_used,  // no byte of the word is left for a later cycle
    output wire [LANES_LOG2:0] excess,    // bytes of the word beyond the beat, if it fills it
    output wire [LANES_LOG2:0] missing    // bytes that the beat needs then, or, if it is filled and the word used, the beat after
);

  wire [LANES_LOG2+1:0] difference = {1'b0, bytes} - {1'b0, needs};
  wire [LANES_LOG2+1:0] room = {1'b0, needs} + {1'b0, after};

  assign fills = !difference[LANES_LOG2+1];
  assign all_used = {1'b0, bytes} <= room;
  assign excess = difference[LANES_LOG2:0];
  assign missing = fills ? after - excess : needs - bytes;

endmodule

`default_nettype wire
