// SPDX-License-Identifier: Apache-2.0
// The hardware's place in a ring of 2^size_log2 entries.
`default_nettype none

module disk_node_ring_index (
    input  wire        clk,
    input  wire        rst,
    input  wire        clear,
    input  wire        step,
    input  wire [ 3:0] size_log2,
    output reg  [14:0] index,
    output wire [14:0] following
);

  reg [14:0] mask;

  assign following = (index + 1'b1) & mask;

  always @(posedge clk) mask <= ~(15'h7FFF << size_log2);

  always @(posedge clk)
    if (rst || clear) index <= 15'd0;
    else if (step) index <= following;

endmodule

`default_nettype wire
