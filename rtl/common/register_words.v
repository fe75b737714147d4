// SPDX-License-Identifier: Apache-2.0
// Registers that software writes and reads back, one word each, from one address on. A write takes the bytes of its strobes.
`default_nettype none

module register_words #(
    parameter                WORDS = 1,
    parameter                FIRST = 0,                    // word address of the first one
    parameter [32*WORDS-1:0] RESET = 0,
    parameter [32*WORDS-1:0] BITS  = {32 * WORDS{1'b1}}    // those that are there
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [        46:0] access,  // {write, address, strobes, data}, see register_port
    output reg  [32*WORDS-1:0] words
);

  wire write;
  wire [11:2] address;
  wire [3:0] strobes;
  wire [31:0] data;

  assign {write, address, strobes, data} = access;

  genvar b;
  generate
    for (b = 0; b < 4 * WORDS; b = b + 1) begin : g_byte
      localparam [31:0] PLACE = FIRST + b / 4;
      always @(posedge clk)
        if (rst) words[8*b+:8] <= RESET[8*b+:8];
        else if (write && address == PLACE[9:0] && strobes[b%4]) words[8*b+:8] <= data[8*(b%4)+:8] & BITS[8*b+:8];
    end
  endgenerate

endmodule

`default_nettype wire
