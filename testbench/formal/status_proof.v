// SPDX-License-Identifier: Apache-2.0
// What `block_mover_status` promises: a status for each command, in the order of acceptance, with its tag, its error, its flags and the bytes
// that were counted while it was the oldest unfinished one.
`default_nettype none

module status_proof #(
    parameter SLOT_W = 1
) (
    input wire       clk,
    input wire       accept,
    input wire [1:0] accept_tag,
    input wire       counts,
    input wire [3:0] count_less_one,
    input wire       finished,
    input wire [2:0] finished_error,
    input wire       finished_short,
    input wire       finished_long,
    input wire       done_ready,
    input wire       follow
);

  localparam PLACES = 1 << SLOT_W;

  reg started = 1'b0;
  wire rst = !started;
  wire [SLOT_W:0] accepted, finishes;
  wire full, done_valid, busy;
  wire [1:0] done_tag;
  wire [2:0] done_error;
  wire done_short, done_long;
  wire [31:0] done_bytes;

  always @(posedge clk) started <= 1'b1;

  block_mover_status #(
      .SLOT_W(SLOT_W),
      .TAG_W(2),
      .COUNT_W(4)
  ) dut (
      .clk(clk),
      .rst(rst),
      .accept(accept),
      .accept_tag(accept_tag),
      .accepted(accepted),
      .full(full),
      .written({counts, count_less_one}),
      .ended({finished, finished_long, finished_short, finished_error}),
      .finishes(finishes),
      .done_valid(done_valid),
      .done_ready(done_ready),
      .done_tag(done_tag),
      .done_error(done_error),
      .done_short(done_short),
      .done_long(done_long),
      .done_bytes(done_bytes),
      .busy(busy)
  );

  wire gives = done_valid && done_ready;
  reg [SLOT_W+1:0] present = 0;   // accepted, without a status taken
  reg [SLOT_W+1:0] running = 0;   // ... of them not finished
  reg following = 1'b0;
  reg [SLOT_W+1:0] before = 0;    // without a status taken in front of the followed one
  reg [SLOT_W+1:0] unfinished_before = 0;
  reg over = 1'b0;                // the followed one is finished
  reg [1:0] tag = 0;
  reg [2:0] error = 0;
  reg [1:0] flags = 0;
  reg [5:0] bytes = 0;
  wire its_turn = following && !over && unfinished_before == 0;
  wire takes_up = follow && accept && !following;

  always @(posedge clk)
    if (rst) begin
      present   <= 0;
      running   <= 0;
      following <= 1'b0;
    end else begin
      present <= present + accept - gives;
      running <= running + accept - finished;
      if (takes_up) begin
        following         <= 1'b1;
        over              <= 1'b0;
        before            <= present - gives;
        unfinished_before <= running - finished;
        tag               <= accept_tag;
        bytes             <= 0;
      end else if (following) begin
        if (gives) before <= before - 1'b1;
        if (gives && before == 0) following <= 1'b0;
        if (finished && unfinished_before != 0) unfinished_before <= unfinished_before - 1'b1;
        if (its_turn && counts) bytes <= bytes + count_less_one + 1'b1;
        if (its_turn && finished) begin
          over  <= 1'b1;
          error <= finished_error;
          flags <= {finished_short, finished_long};
        end
      end
    end

  always @* begin
    assume (rst || !(accept && full));
    assume (rst || running != 0 || !(finished || counts));
    if (!rst) begin
      assert (present <= PLACES && running <= present);
      assert (full == (present == PLACES));
      assert (busy == (present != 0));
      assert (done_valid == (present != running));
      if (following && before == 0) assert (done_valid == over);
      if (following && before == 0 && done_valid)
        assert (done_tag == tag && done_error == error && {done_short, done_long} == flags && done_bytes[5:0] == bytes);
    end
  end

endmodule

`default_nettype wire
