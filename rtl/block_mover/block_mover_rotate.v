// SPDX-License-Identifier: Apache-2.0
// Turns the lanes of a word: lane i goes to lane (i + by) modulo the number of lanes.
`default_nettype none

module block_mover_rotate #(
    parameter LANES_LOG2 = 3,
    parameter WIDTH      = 8   // of a lane
) (
    input  wire [(WIDTH<<LANES_LOG2)-1:0] in,
    input  wire [         LANES_LOG2-1:0] by,
    output wire [(WIDTH<<LANES_LOG2)-1:0] out
);

  localparam TOTAL = WIDTH << LANES_LOG2;

  genvar stage;
  generate
    for (stage = 0; stage < LANES_LOG2; stage = stage + 1) begin : g_stage
      localparam STEP = WIDTH << stage;
      wire [TOTAL-1:0] word;
      (* keep *)  // else synthesis makes wider multiplexers, which take more
      wire [TOTAL-1:0] turned;
      assign turned = by[stage] ? {word[TOTAL-STEP-1:0], word[TOTAL-1:TOTAL-STEP]} : word;
      if (stage == 0) begin : g_first
        assign word = in;
      end else begin : g_next
        assign word = g_stage[stage-1].turned;
      end
    end
  endgenerate

  assign out = g_stage[LANES_LOG2-1].turned;

endmodule

`default_nettype wire
