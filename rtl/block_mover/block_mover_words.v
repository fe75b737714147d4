// SPDX-License-Identifier: Apache-2.0
// Queue of words in block RAM whose oldest word can be taken in the very cycle in which it is put.
//
// The oldest word stands in a register, since the memory's output is late in its cycle; the next one is read ahead. A word that
// is put while others wait in the memory takes its way through it. The memory is written and read more often than need be: a
// word at `tail` and what is read without `unread` mean nothing. The user counts: it never overflows.
`default_nettype none

module block_mover_words #(
    parameter WIDTH      = 66,
    parameter WORDS_LOG2 = 11
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             put,
    input  wire [WIDTH-1:0] put_data,
    input  wire             get,
    output wire             none,      // before this cycle's word
    output wire             valid,
    output wire [WIDTH-1:0] data
);

  reg [WORDS_LOG2-1:0] tail;  // where the next word goes
  reg [WORDS_LOG2-1:0] head;  // where the next word to be read ahead is
  reg unread;                 // there is one
  reg ahead;                  // a word stands on the memory's output
  reg some;                   // ... and one in `oldest`
  reg [WIDTH-1:0] oldest;
  wire [WIDTH-1:0] stored;
  wire [WORDS_LOG2-1:0] head_next = head + 1'b1;

  wire empty = !unread && !ahead;         // the memory
  wire moves = !some || get;              // `oldest` is free at the coming edge
  wire passes = put && empty && moves;    // goes by the memory, into `oldest` or straight out
  wire stays = put && !passes;
  wire read = !ahead || moves;

  ram_1r1w #(
      .WIDTH(WIDTH),
      .LOG2_DEPTH(WORDS_LOG2)
  ) memory (
      .clk(clk),
      .write(put),
      .write_address(tail),
      .write_data(put_data),
      .read(read),
      .read_address(head),
      .read_data(stored)
  );

  assign none = !some && empty;
  assign valid = some || (put && empty);
  assign data = some ? oldest : put_data;

  always @(posedge clk)
    if (rst) begin
      tail   <= 0;
      head   <= 0;
      unread <= 1'b0;
      ahead  <= 1'b0;
      some   <= 1'b0;
    end else begin
      if (stays) tail <= tail + 1'b1;
      if (read && unread) head <= head + 1'b1;
      unread <= stays || (unread && !(read && head_next == tail));
      if (read) ahead <= unread;
      if (moves) some <= ahead || (passes && !(get && !some));
    end

  always @(posedge clk) if (moves) oldest <= ahead ? stored : put_data;

endmodule

`default_nettype wire
