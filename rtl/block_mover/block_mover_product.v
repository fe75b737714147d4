// SPDX-License-Identifier: Apache-2.0
// The length of joined rows: bytes of a row times rows. It is there two cycles after the command: a multiplier takes most of the
// first, and the sum of its two parts the second.
`default_nettype none

module block_mover_product #(
    parameter COUNT_W = 16,
    parameter BYTES_W = 33
) (
    input wire clk,

    input wire               start,      // a command is accepted, and this is of it:
    input wire [       24:0] row_bytes,
    input wire [COUNT_W-1:0] rows,
    input wire               joins,      // the length is needed

    output wire [BYTES_W-1:0] joined_length,  // less one
    output wire               joined_wraps    // it is needed, and longer than the address space
);

  localparam PRODUCT_W = 25 + COUNT_W;

  reg [COUNT_W+17:0] low_product;
  reg [COUNT_W+6:0] high_product;
  reg [PRODUCT_W-1:0] length;
  reg joins_now;

  assign joined_length = length[BYTES_W-1:0];

  always @(posedge clk)
    if (start) begin
      low_product  <= row_bytes[17:0] * rows;
      high_product <= row_bytes[24:18] * rows;
      joins_now    <= joins;
    end

  always @(posedge clk)
    length <= {{(PRODUCT_W - COUNT_W - 18) {1'b0}}, low_product} + {high_product[PRODUCT_W-19:0], 18'd0} - 1'b1;

  generate
    if (PRODUCT_W > BYTES_W) begin : g_limit
      assign joined_wraps = joins_now && |length[PRODUCT_W-1:BYTES_W];
    end else begin : g_no_limit
      assign joined_wraps = 1'b0;
      wire unused = &{1'b0, joins_now};
    end
  endgenerate

endmodule

`default_nettype wire
