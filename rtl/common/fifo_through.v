// SPDX-License-Identifier: Apache-2.0
// A FIFO of LUT RAM whose oldest word can be popped in the very cycle in which it is pushed.
//
// `valid` and pop_data depend on this cycle's push. `full` says that a push may find no room; it never depends on an input.
`default_nettype none

module fifo_through #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             push,
    input  wire [WIDTH-1:0] push_data,
    output wire             full,
    input  wire             pop,
    output wire [WIDTH-1:0] pop_data,
    output wire             valid
);

  wire [WIDTH-1:0] oldest;
  wire none;

  fifo #(
      .WIDTH(WIDTH),
      .LOG2_DEPTH(LOG2_DEPTH)
  ) behind (
      .clk(clk),
      .rst(rst),
      .push(push && !(none && pop)),
      .push_data(push_data),
      .full(full),
      .pop(pop && !none),
      .pop_data(oldest),
      .empty(none)
  );

  assign pop_data = none ? push_data : oldest;
  assign valid = push || !none;

endmodule

`default_nettype wire
