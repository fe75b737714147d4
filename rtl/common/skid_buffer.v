// SPDX-License-Identifier: Apache-2.0
// Register slice of a valid/ready stream: no combinational path from either side to the other, a word every cycle.
`default_nettype none

module skid_buffer #(
    parameter WIDTH = 8
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             in_valid,
    output wire             in_ready,
    input  wire [WIDTH-1:0] in_data,
    output reg              out_valid,
    input  wire             out_ready,
    output reg  [WIDTH-1:0] out_data
);

  // The word that came in the cycle in which the reader stopped.
  reg spare_valid;
  reg [WIDTH-1:0] spare;

  wire move = !out_valid || out_ready;

  assign in_ready = !spare_valid;

  always @(posedge clk)
    if (rst) begin
      out_valid   <= 1'b0;
      spare_valid <= 1'b0;
    end else if (move) begin
      out_valid   <= in_valid || spare_valid;
      spare_valid <= 1'b0;
    end else if (in_valid) spare_valid <= 1'b1;

  always @(posedge clk) if (move) out_data <= spare_valid ? spare : in_data;

  always @(posedge clk) if (!spare_valid) spare <= in_data;

endmodule

`default_nettype wire
