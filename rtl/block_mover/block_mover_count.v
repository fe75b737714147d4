// SPDX-License-Identifier: Apache-2.0
// Counts passes through a loop of 1 to 2^WIDTH - 1 rounds and says in each whether it is the last, from a register.
`default_nettype none

module block_mover_count #(
    parameter WIDTH = 16,
    parameter AGAIN = 1    // 0: the loop is passed once
) (
    input wire clk,

    input wire             start,
    input wire [WIDTH-1:0] rounds,  // in the cycle of start; but
    input wire             once,    // ... only one
    input wire             step,    // the next round begins; after the last one the first, if AGAIN

    output wire starts_last,  // in the cycle of start: the first round is the last one
    output reg  first,
    output reg  last
);

  reg [WIDTH-1:0] total;
  reg [WIDTH-1:0] next;  // number of the next round, from 1
  reg only;

  assign starts_last = once || rounds == 1;

  always @(posedge clk)
    if (start) begin
      total <= rounds;
      only  <= starts_last;
    end

  wire begins = start || (AGAIN != 0 && step && last);

  always @(posedge clk)
    if (begins) begin
      first <= 1'b1;
      last  <= start ? starts_last : only;
      next  <= 2;
    end else if (step) begin
      first <= 1'b0;
      last  <= next == total;
      next  <= next + 1'b1;
    end

endmodule

`default_nettype wire
