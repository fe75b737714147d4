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
      wire [TOTAL-1:0] word;
      (* keep *)  // else synthesis makes wider multiplexers, which take more
      wire [TOTAL-1:0] turned;
      if (stage == 0) begin : g_first
        assign word = in;
      end else begin : g_next
        assign word = g_stage[stage-1].turned;
      end
      // Where there are more than three stages, synthesis would make wide multiplexers of the last ones anew for all that is behind them. Where
      // there are fewer, a border costs more clock than it saves.
      if (LANES_LOG2 > 3) begin : g_apart
        block_mover_turn #(
            .WIDTH(TOTAL),
            .BITS (WIDTH << stage)
        ) turn (
            .in (word),
            .now(by[stage]),
            .out(turned)
        );
      end else begin : g_together
        assign turned = by[stage] ? {word[TOTAL-(WIDTH<<stage)-1:0], word[TOTAL-1:TOTAL-(WIDTH<<stage)]} : word;
      end
    end
  endgenerate

  assign out = g_stage[LANES_LOG2-1].turned;

endmodule

`default_nettype wire
