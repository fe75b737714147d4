// SPDX-License-Identifier: Apache-2.0
// First-in first-out queue of LUT RAM: what is pushed at a clock edge can be popped in the cycle after it.
//
// The oldest word stands on pop_data while `empty` is low. `full` comes from a register: it says that there is no room, or room
// for one word only. Neither push when full nor pop when empty is allowed: the
// user counts, and testbench/formal proves it of every user.
`default_nettype none

module fifo #(
    parameter WIDTH      = 8,
    parameter LOG2_DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             push,
    input  wire [WIDTH-1:0] push_data,
    output reg              full,
    input  wire             pop,
    output wire [WIDTH-1:0] pop_data,
    output reg              empty
);

  reg [WIDTH-1:0] words[0:(1<<LOG2_DEPTH)-1];
  reg [LOG2_DEPTH:0] head;
  reg [LOG2_DEPTH:0] tail;
  wire [LOG2_DEPTH:0] head_next = head + 1'b1;
  wire [LOG2_DEPTH:0] tail_next = tail + 1'b1;
  wire no_room = (tail ^ head) == 1 << LOG2_DEPTH;
  wire room_for_one = (tail_next ^ head) == 1 << LOG2_DEPTH;

  assign pop_data = words[head[LOG2_DEPTH-1:0]];

  always @(posedge clk) if (push) words[tail[LOG2_DEPTH-1:0]] <= push_data;

  always @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
      full  <= 1'b0;
      empty <= 1'b1;
    end else begin
      if (push) empty <= 1'b0;
      else if (pop) empty <= head_next == tail;
      full <= no_room || room_for_one;
      if (push) tail <= tail_next;
      if (pop) head <= head_next;
    end

endmodule

`default_nettype wire
