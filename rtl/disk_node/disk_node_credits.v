// SPDX-License-Identifier: Apache-2.0
// Places of a queue, counted before they are used: what is taken here and not yet given back is on its way to the queue or in it, so a
// queue of that many places never overflows.
`default_nettype none

module disk_node_credits #(
    parameter PLACES = 16
) (
    input  wire clk,
    input  wire rst,
    input  wire take,       // only while `available`
    input  wire give,
    output reg  available
);

  localparam COUNT_W = $clog2(PLACES + 1);

  reg [COUNT_W-1:0] count;
  wire [COUNT_W-1:0] up = {{(COUNT_W - 1) {1'b0}}, give};
  wire [COUNT_W-1:0] down = {{(COUNT_W - 1) {1'b0}}, take};
  wire [COUNT_W-1:0] next = count + up - down;

  always @(posedge clk)
    if (rst) begin
      count     <= PLACES[COUNT_W-1:0];
      available <= 1'b1;
    end else begin
      count     <= next;
      available <= next != 0;
    end

endmodule

`default_nettype wire
