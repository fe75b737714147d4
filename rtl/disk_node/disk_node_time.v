// SPDX-License-Identifier: Apache-2.0
// Time in ticks of some clock cycles; 0 cycles are as 1.
`default_nettype none

module disk_node_time (
    input  wire        clk,
    input  wire        rst,
    input  wire [15:0] tick_cycles,
    output reg         tick,
    output reg  [31:0] now
);

  reg [15:0] tick_left;

  always @(posedge clk)
    if (rst) begin
      tick      <= 1'b0;
      tick_left <= 16'd0;
      now       <= 32'd0;
    end else begin
      tick      <= tick_left <= 16'd1;
      tick_left <= tick_left <= 16'd1 ? tick_cycles : tick_left - 1'b1;
      if (tick) now <= now + 1'b1;
    end

endmodule

`default_nettype wire
