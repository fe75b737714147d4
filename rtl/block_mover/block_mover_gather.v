// SPDX-License-Identifier: Apache-2.0
// Memory of an XOR: the sources of a piece pass one after another, and each but the last leaves here what it makes of the ones
// before it. Beats are those of the destination, counted from the piece's first.
//
// After a source it takes two cycles, `pause`, until the next one may begin: the rest in `carry` is written, then the first beat
// is read.
`default_nettype none

module block_mover_gather #(
    parameter WIDTH      = 64,
    parameter BEATS_LOG2 = 9
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             clear,
    input  wire             beat,       // a beat is complete
    input  wire             keep,       // ... of a source that is not the last
    input  wire             source_ends,
    output wire             pause,
    input  wire [WIDTH-1:0] made,       // the beat; in a pause the rest
    output wire [WIDTH-1:0] earlier     // what the sources before made of it
);

  reg [BEATS_LOG2-1:0] at;
  wire [BEATS_LOG2-1:0] next = at + 1'b1;
  reg rest;  // first cycle of a pause
  reg last;  // second

  assign pause = rest || last;

  ram_1r1w #(
      .WIDTH(WIDTH),
      .LOG2_DEPTH(BEATS_LOG2)
  ) memory (
      .clk(clk),
      .write((beat && keep) || rest),
      .write_address(at),
      .write_data(made),
      .read(beat || last),
      .read_address(last ? {BEATS_LOG2{1'b0}} : next),
      .read_data(earlier)
  );

  always @(posedge clk)
    if (rst || clear) begin
      at   <= 0;
      rest <= 1'b0;
      last <= 1'b0;
    end else begin
      if (rest || (source_ends && !keep)) at <= 0;
      else if (beat) at <= next;
      rest <= source_ends && keep;
      last <= rest;
    end

endmodule

`default_nettype wire
