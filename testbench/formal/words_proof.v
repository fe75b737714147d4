// SPDX-License-Identifier: Apache-2.0
// What `block_mover_words` promises a user that never puts more than the memory holds: a queue in order, whose oldest word can
// be taken in the cycle in which it is put.
`default_nettype none

module words_proof #(
    parameter WIDTH      = 1,
    parameter WORDS_LOG2 = 2
) (
    input wire             clk,
    input wire             put,
    input wire [WIDTH-1:0] put_data,
    input wire             get,
    input wire             follow
);

  reg started = 1'b0;
  wire rst = !started;
  wire none;
  wire valid;
  wire [WIDTH-1:0] data;

  always @(posedge clk) started <= 1'b1;

  block_mover_words #(
      .WIDTH(WIDTH),
      .WORDS_LOG2(WORDS_LOG2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data(put_data),
      .get(get),
      .none(none),
      .valid(valid),
      .data(data)
  );

  reg [WORDS_LOG2+1:0] count = 0;
  reg following = 1'b0;
  reg [WORDS_LOG2+1:0] before = 0;
  reg [WIDTH-1:0] word = 0;
  reg waited = 1'b0;
  wire takes_up = follow && put && !following && !(count == 0 && get);

  always @(posedge clk)
    if (rst) begin
      count     <= 0;
      waited    <= 1'b0;
      following <= 1'b0;
    end else begin
      count  <= count + put - get;
      waited <= count != 0 && !valid;
      if (takes_up) begin
        following <= 1'b1;
        word      <= put_data;
        before    <= count - get;
      end else if (following && get) begin
        before <= before - 1'b1;
        if (before == 0) following <= 1'b0;
      end
    end

  always @* begin
    assume (!(put && count == 1 << WORDS_LOG2 && !rst));
    assume (!(get && !valid && !rst));
    if (!rst) begin
      assert (count <= 1 << WORDS_LOG2);
      assert (none == (count == 0));
      if (valid) assert (count != 0 || put);
      if (none && put) assert (valid);
      // A word that waits in the memory may keep its reader waiting for one cycle, never for two.
      if (waited) assert (valid);
      if (count == 0 && put) assert (data == put_data);
      if (following && before == 0 && valid) assert (data == word);
    end
  end

endmodule

`default_nettype wire
