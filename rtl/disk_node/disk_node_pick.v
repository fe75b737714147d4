// SPDX-License-Identifier: Apache-2.0
// The number of the set bit, of a word with one.
`default_nettype none

module disk_node_pick #(
    parameter COUNT  = 8,
    parameter NUMBER_W = 3
) (
    input  wire [COUNT-1:0] one_hot,
    output reg  [NUMBER_W-1:0] number
);

  integer i;
  always @* begin
    number = 0;
    for (i = 0; i < COUNT; i = i + 1) if (one_hot[i]) number = number | i[NUMBER_W-1:0];
  end

endmodule

`default_nettype wire
