// SPDX-License-Identifier: Apache-2.0
// Counts cycles with an event, modulo 2^32, one count an event.
`default_nettype none

module event_counters #(
    parameter COUNT = 1
) (
    input  wire                clk,
    input  wire                clear,
    input  wire [   COUNT-1:0] events,
    output reg  [32*COUNT-1:0] counts   // the first event's in the low bits
);

  genvar e;
  generate
    for (e = 0; e < COUNT; e = e + 1) begin : g_event
      always @(posedge clk)
        if (clear) counts[32*e+:32] <= 32'd0;
        else if (events[e]) counts[32*e+:32] <= counts[32*e+:32] + 32'd1;
    end
  endgenerate

endmodule

`default_nettype wire
