// SPDX-License-Identifier: Apache-2.0
// Memory with one write and one read port; what is read stands on read_data from the next cycle until the next read.
//
// A word that is written and read at the same edge reads as undefined (block RAM differs in this): the user forwards.
`default_nettype none

module ram_1r1w #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 9
) (
    input  wire                  clk,
    input  wire                  write,
    input  wire [LOG2_DEPTH-1:0] write_address,
    input  wire [     WIDTH-1:0] write_data,
    input  wire                  read,
    input  wire [LOG2_DEPTH-1:0] read_address,
    output reg  [     WIDTH-1:0] read_data
);

  (* no_rw_check *)
  reg [WIDTH-1:0] words[0:(1<<LOG2_DEPTH)-1];

  always @(posedge clk) begin
    if (write) words[write_address] <= write_data;
    if (read) read_data <= words[read_address];
  end

endmodule

`default_nettype wire
