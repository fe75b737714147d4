// SPDX-License-Identifier: Apache-2.0
// Data path of the writing side: turns the word at hand to the lanes of the beat at hand, adds what is in `carry` of the words before,
// and queues the beat for its channel.
//
// Lanes up to `fill` are in `carry`; what the word has beyond the beat is kept there for the next one, or goes as a second beat in the
// same cycle (`two`). Strobes are set from the first lane of a burst to its last.
`default_nettype none

module block_mover_beats #(
    parameter LANES_LOG2 = 3
) (
    input wire clk,
    input wire rst,

    // The step from a word to a beat
    input  wire [(8<<LANES_LOG2)-1:0] word,
    input  wire [     LANES_LOG2-1:0] turn,       // lanes by which the word is turned
    input  wire [     LANES_LOG2-1:0] fill,       // lane up to which the beat is in carry
    input  wire                       uses_word,
    input  wire                       completes,  // the beat is whole after this step
    input  wire                       no_word,    // there is none: all lanes are from carry
    input  wire [(8<<LANES_LOG2)-1:0] earlier,    // of an XOR: what the sources before this one made of the beat
    output wire [(8<<LANES_LOG2)-1:0] made,       // the beat

    // Its strobes
    input wire                  strobed,      // it has bytes
    input wire                  begun,        // it is not the first of its burst
    input wire                  ends_bytes,   // no byte follows behind burst_last
    input wire [LANES_LOG2-1:0] burst_first,  // lanes
    input wire [LANES_LOG2-1:0] burst_last,

    // The beat on its way to the channel; see block_mover_output
    output wire                       room,
    input  wire                       put,
    input  wire                       put_last,
    input  wire                       put_ends,
    input  wire                       put_spoilt,
    input  wire                       two,
    input  wire                       second_ends,
    output wire                       valid,
    input  wire                       ready,
    output wire [(8<<LANES_LOG2)-1:0] data,
    output wire [(1<<LANES_LOG2)-1:0] strb,
    output wire                       last,
    output wire                       ends,
    output wire                       spoilt,
    output wire                       waits
);

  localparam LANES = 1 << LANES_LOG2;

  reg [8*LANES-1:0] carry;
  wire [8*LANES-1:0] turned;
  // Without a word, what is no byte of the beat is from carry too: that is never undefined.
  wire [LANES-1:0] from_carry = ~({LANES{1'b1}} << fill) | {LANES{no_word}};
  wire [LANES-1:0] from_first = begun ? {LANES{1'b1}} : {LANES{1'b1}} << burst_first;
  wire [LANES-1:0] to_last = ~({{(LANES - 1) {1'b1}}, 1'b0} << burst_last);

  block_mover_rotate #(
      .LANES_LOG2(LANES_LOG2),
      .WIDTH(8)
  ) turner (
      .in (word),
      .by (turn),
      .out(turned)
  );

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      assign made[8*lane+:8] = (from_carry[lane] ? carry[8*lane+:8] : turned[8*lane+:8]) ^ earlier[8*lane+:8];
      always @(posedge clk)
        if (rst) carry[8*lane+:8] <= 8'd0;
        else if (uses_word && (completes || !from_carry[lane])) carry[8*lane+:8] <= turned[8*lane+:8];
    end
  endgenerate

  block_mover_output #(
      .LANES_LOG2(LANES_LOG2)
  ) queue (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data(made),
      .put_strb(from_first & (ends_bytes ? to_last : {LANES{1'b1}}) & {LANES{strobed}}),
      .put_last(put_last),
      .put_ends(put_ends),
      .put_spoilt(put_spoilt),
      .room(room),
      .two(two),
      .second_data(turned),
      .second_strb(to_last),
      .second_ends(second_ends),
      .valid(valid),
      .ready(ready),
      .data(data),
      .strb(strb),
      .last(last),
      .ends(ends),
      .spoilt(spoilt),
      .waits(waits)
  );

endmodule

`default_nettype wire
