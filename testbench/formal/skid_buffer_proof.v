// SPDX-License-Identifier: Apache-2.0
// What `skid_buffer` promises: no word is lost, doubled or overtaken, and what is offered stands until it is taken.
`default_nettype none

module skid_buffer_proof #(
    parameter WIDTH = 2
) (
    input wire             clk,
    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,
    input wire             out_ready,
    input wire             follow
);

  reg started = 1'b0;
  wire rst = !started;
  wire in_ready;
  wire out_valid;
  wire [WIDTH-1:0] out_data;

  always @(posedge clk) started <= 1'b1;

  skid_buffer #(
      .WIDTH(WIDTH)
  ) dut (
      .clk(clk),
      .rst(rst),
      .in_valid(in_valid),
      .in_ready(in_ready),
      .in_data(in_data),
      .out_valid(out_valid),
      .out_ready(out_ready),
      .out_data(out_data)
  );

  wire put = in_valid && in_ready;
  wire get = out_valid && out_ready;
  reg [1:0] count = 0;
  reg following = 1'b0;
  reg [1:0] before = 0;
  reg [WIDTH-1:0] word = 0;
  reg held = 1'b0;
  reg [WIDTH-1:0] held_data = 0;

  always @(posedge clk)
    if (rst) begin
      count     <= 0;
      following <= 1'b0;
      held      <= 1'b0;
    end else begin
      held      <= out_valid && !out_ready;
      held_data <= out_data;
      count     <= count + put - get;
      if (follow && put && !following) begin
        following <= 1'b1;
        word      <= in_data;
        before    <= count - get;
      end else if (following && get) begin
        before <= before - 1'b1;
        if (before == 0) following <= 1'b0;
      end
    end

  always @*
    if (!rst) begin
      assert (count <= 2);
      assert (out_valid == (count != 0));
      assert (in_ready == (count != 2));
      if (held) assert (out_valid && out_data == held_data);
      if (following) assert (before < count);
      if (following && before == 0) assert (out_data == word);
    end

endmodule

`default_nettype wire
