// SPDX-License-Identifier: Apache-2.0
// What `fifo`, `fifo_registered` (KIND 1) and `fifo_through` (KIND 2) promise a user that does not push when full nor pop when empty.
//
// One word, any, is followed from its push to its pop: it comes out unchanged and after exactly those that went in before it.
// As the followed word is any, no word is lost, doubled or overtaken.
`default_nettype none

module fifo_proof #(
    parameter WIDTH      = 2,
    parameter LOG2_DEPTH = 2,
    parameter KIND       = 0
) (
    input wire             clk,
    input wire             push,
    input wire [WIDTH-1:0] push_data,
    input wire             pop,
    input wire             follow
);

  localparam CAPACITY = (1 << LOG2_DEPTH) + (KIND == 1);

  reg started = 1'b0;
  wire rst = !started;
  wire full;
  wire empty;
  wire [WIDTH-1:0] pop_data;

  always @(posedge clk) started <= 1'b1;

  generate
    if (KIND == 1) begin : g_registered
      wire valid;
      assign empty = !valid;
      fifo_registered #(
          .WIDTH(WIDTH),
          .LOG2_DEPTH(LOG2_DEPTH)
      ) dut (
          .clk(clk),
          .rst(rst),
          .push(push),
          .push_data(push_data),
          .full(full),
          .pop(pop),
          .pop_data(pop_data),
          .valid(valid)
      );
    end else if (KIND == 2) begin : g_through
      wire valid;
      assign empty = !valid;
      fifo_through #(
          .WIDTH(WIDTH),
          .LOG2_DEPTH(LOG2_DEPTH)
      ) dut (
          .clk(clk),
          .rst(rst),
          .push(push),
          .push_data(push_data),
          .full(full),
          .pop(pop),
          .pop_data(pop_data),
          .valid(valid)
      );
    end else begin : g_plain
      fifo #(
          .WIDTH(WIDTH),
          .LOG2_DEPTH(LOG2_DEPTH)
      ) dut (
          .clk(clk),
          .rst(rst),
          .push(push),
          .push_data(push_data),
          .full(full),
          .pop(pop),
          .pop_data(pop_data),
          .empty(empty)
      );
    end
  endgenerate

  reg [LOG2_DEPTH+1:0] count = 0;
  reg following = 1'b0;
  reg [LOG2_DEPTH+1:0] before = 0;  // words in front of the followed one
  reg [WIDTH-1:0] word = 0;
  wire takes_up = follow && push && !following;

  always @(posedge clk)
    if (rst) begin
      count     <= 0;
      following <= 1'b0;
    end else begin
      count <= count + push - pop;
      if (takes_up) begin
        following <= !(KIND == 2 && count == 0 && pop);
        word      <= push_data;
        before    <= count - pop;
      end else if (following && pop) begin
        before <= before - 1'b1;
        if (before == 0) following <= 1'b0;
      end
    end

  always @* begin
    assume (!(push && full && !rst));
    assume (!(pop && empty && !rst));
    if (!rst) begin
      assert (count <= CAPACITY);
      assert (empty == (count == 0 && !(KIND == 2 && push)));
      // It comes from a register, of the words a cycle ago.
      assert (full || count < CAPACITY);
      assert (!full || count >= CAPACITY - 2);
      if (following) assert (!empty && before < count);
      if (following && before == 0) assert (pop_data == word);
      if (KIND == 2 && count == 0 && push) assert (pop_data == push_data);
    end
  end

endmodule

`default_nettype wire
