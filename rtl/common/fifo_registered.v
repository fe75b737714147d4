// SPDX-License-Identifier: Apache-2.0
// A FIFO whose oldest word stands in a register: for users that decide on it in the same cycle.
//
// What is pushed into an empty queue is on pop_data in the next cycle, as with `fifo`; it holds one word more.
// `full` says that a push may find no room in the next cycle; it never depends on an input.
`default_nettype none

module fifo_registered #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             push,
    input  wire [WIDTH-1:0] push_data,
    output wire             full,
    input  wire             pop,
    output reg  [WIDTH-1:0] pop_data,
    output reg              valid
);

  wire [WIDTH-1:0] next;
  wire none;
  wire room = !valid || pop;          // of the register, at the coming edge
  wire through = room && none;        // a pushed word goes straight into the register

  fifo #(
      .WIDTH(WIDTH),
      .LOG2_DEPTH(LOG2_DEPTH)
  ) behind (
      .clk(clk),
      .rst(rst),
      .push(push && !through),
      .push_data(push_data),
      .full(full),
      .pop(room && !none),
      .pop_data(next),
      .empty(none)
  );

  always @(posedge clk)
    if (rst) valid <= 1'b0;
    else if (room) valid <= push || !none;

  always @(posedge clk) if (room) pop_data <= none ? push_data : next;

endmodule

`default_nettype wire
