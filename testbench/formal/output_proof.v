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
    input wire        put_spoilt,
    input wire        second_ends,
    input wire [ 7:0] put_data,
    input wire        put_strb,
    input wire [ 7:0] second_data,
    input wire        second_strb,
    input wire        follow,
    input wire        follow_second  // of two
);

  reg started = 1'b0;
  wire rst = !started;
  always @(posedge clk) started <= 1'b1;

  wire room, valid, last, ends, spoilt, waits;
  wire [7:0] data;
  wire strb;
  wire put = any_put && room && !rst;
  wire two = any_two && put;

  block_mover_output #(
      .LANES_LOG2(0)
  ) dut (
      .clk(clk),
      .rst(rst),
      .put(put),
      .put_data(put_data),
      .put_strb(put_strb),
      .put_last(put_last),
      .put_ends(put_ends),
      .put_spoilt(put_spoilt),
      .room(room),
      .two(two),
      .second_data(second_data),
      .second_strb(second_strb),
      .second_ends(second_ends),
      .valid(valid),
      .ready(ready),
      .data(data),
      .strb(strb),
      .last(last),
      .ends(ends),
      .spoilt(spoilt),
      .waits(waits)
  );

  (* hierconn *)wire \dut.some ;
  (* hierconn *)wire [3:0] \dut.tail ;
  (* hierconn *)wire [3:0] \dut.head ;
  wire [3:0] used = \dut.tail - \dut.head ;

  // One beat, any, is followed.
  reg [4:0] held = 0;
  reg [4:0] before = 0;
  reg following = 1'b0;
  reg followed = 1'b0;
  reg [11:0] beat = 0;
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
        beat      <= second ? {second_data, second_strb, 1'b1, second_ends, 1'b0} : {put_data, put_strb, put_last, put_ends, put_spoilt};
      end else if (following && gives) begin
        before <= before - 1'b1;
        if (before == 0) following <= 1'b0;
      end
    end

  reg stands = 1'b0;
  reg [11:0] stood = 0;
  always @(posedge clk) begin
    stands <= !rst && valid && !ready;
    stood  <= {data, strb, last, ends, spoilt};
  end

  always @*
    if (!rst) begin
      assert (valid == (held != 0) && held <= 17);
      assert (waits == (valid && !ready));
      // Steps to it
      assert (\dut.some == (held > 1) && used == (held > 1 ? held - 1'b1 : 4'd0));
      assert (!room || used <= 13);
      if (stands) assert (valid && {data, strb, last, ends, spoilt} == stood);
      if (following && before == 0) assert (valid && {data, strb, last, ends, spoilt} == beat);
    end

endmodule

`default_nettype wire
