// SPDX-License-Identifier: Apache-2.0
// What `block_mover_output` promises: beats leave as they came, in order and none lost, also where two come in one cycle, and each stands
// until it is taken.
`default_nettype none

module output_proof (
    input wire        clk,
    input wire        any_put,
    input wire        any_two,
    input wire        ready,
    input wire        put_last,
    input wire        put_ends,
    input wire        second_ends,
    input wire [31:0] put_data,
    input wire [ 3:0] put_strb,
    input wire [31:0] second_data,
    input wire [ 3:0] second_strb,
    input wire        follow,
    input wire        follow_second  // of two
);

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  wire room, room_for_two, valid, last, ends, waits;
  wire [31:0] data;
  wire [ 3:0] strb;
  wire put = any_put && room && !rst;
  wire two = any_two && put && room_for_two && !put_last;

  // As block_mover_write has it: where there is no room for two, the second place is given the beat itself.
  block_mover_output #(
      .LANES_LOG2(2)
  ) dut (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data(put_data),
      .put_strb(put_strb),
      .put_last(put_last),
      .put_ends(put_ends),
      .room(room),
      .two(two),
      .second_data(room_for_two ? second_data : put_data),
      .second_strb(room_for_two ? second_strb : put_strb),
      .second_ends(room_for_two ? second_ends : put_ends),
      .room_for_two(room_for_two),
      .valid(valid),
      .ready(ready),
      .data(data),
      .strb(strb),
      .last(last),
      .ends(ends),
      .waits(waits)
  );

  // One beat, any, is followed.
  reg [1:0] held = 0;
  reg [1:0] before = 0;
  reg following = 1'b0;
  reg followed = 1'b0;
  reg [37:0] beat = 0;
  wire gives = valid && ready && !rst;
  wire second = follow_second && two;
  wire takes_up = follow && put && !followed;

  always @(posedge clk)
    if (rst) held <= 0;
    else begin
      held <= held + put + two - gives;
      if (takes_up) begin
        followed  <= 1'b1;
        following <= 1'b1;
        before    <= held - gives + second;
        beat      <= second ? {second_data, second_strb, 1'b1, second_ends} : {put_data, put_strb, put_last, put_ends};
      end else if (following && gives) begin
        before <= before - 1'b1;
        if (before == 0) following <= 1'b0;
      end
    end

  reg stands = 1'b0;
  reg [37:0] stood = 0;
  always @(posedge clk) begin
    stands <= !rst && valid && !ready;
    stood  <= {data, strb, last, ends};
  end

  always @*
    if (!rst) begin
      assert (valid == (held != 0) && held <= 2);
      assert (!room_for_two || room);
      assert (room == (held < 2 || ready) && waits == (valid && !ready));
      assert (room_for_two == (held == 0 || (held == 1 && ready)));
      if (stands) assert (valid && {data, strb, last, ends} == stood);
      if (following && before == 0) assert (valid && {data, strb, last, ends} == beat);
    end

endmodule

`default_nettype wire
