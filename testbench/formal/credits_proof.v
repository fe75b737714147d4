// SPDX-License-Identifier: Apache-2.0
// `disk_node_credits` before a queue of as many places with a way of some cycles to it: the queue never overflows, whatever its reader does,
// and all its places can be used.
`default_nettype none

module credits_proof #(
    parameter LOG2_DEPTH = 2,
    parameter WAY        = 3
) (
    input wire clk,
    input wire wants,
    input wire reads
);

  localparam PLACES = 1 << LOG2_DEPTH;

  reg started = 1'b0;
  wire rst = !started;
  wire available, full, valid;
  wire take = wants && available && !rst;
  wire pop = reads && valid;
  reg [WAY-1:0] way = 0;
  reg [1:0] number = 0;
  reg [1:0] expected = 0;
  reg [2*WAY-1:0] way_data = 0;
  wire [1:0] data;

  always @(posedge clk) begin
    started <= 1'b1;
    way <= rst ? {WAY{1'b0}} : {way[WAY-2:0], take};
    way_data <= {way_data[2*WAY-3:0], number};
    if (take) number <= number + 1'b1;
    if (pop && !rst) expected <= expected + 1'b1;
  end

  disk_node_credits #(
      .PLACES(PLACES)
  ) dut (
      .clk(clk),
      .rst(rst),
      .take(take),
      .give(pop && !rst),
      .available(available)
  );

  fifo_registered #(
      .WIDTH(2),
      .LOG2_DEPTH(LOG2_DEPTH)
  ) queue (
      .clk(clk),
      .rst(rst),
      .push(way[WAY-1]),
      .push_data(way_data[2*WAY-1-:2]),
      .full(full),
      .pop(pop),
      .pop_data(data),
      .valid(valid)
  );

  // Words on their way and in the queue
  reg [LOG2_DEPTH+1:0] out = 0;
  reg [LOG2_DEPTH+1:0] held = 0;
  always @(posedge clk)
    if (rst) begin
      out  <= 0;
      held <= 0;
    end else begin
      out  <= out + take - pop;
      held <= held + way[WAY-1] - pop;
    end

  always @*
    if (!rst) begin
      assert (held <= PLACES);
      assert (out <= PLACES);
      assert (available == (out != PLACES));
      assert (!(way[WAY-1] && full && !pop));
      if (valid) assert (data == expected);
    end

endmodule

`default_nettype wire
