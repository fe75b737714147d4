// SPDX-License-Identifier: Apache-2.0
// What `interrupt_causes` promises: no event is missed, whatever software writes in its cycle, and no cause or interrupt comes
// without one.
`default_nettype none

module interrupt_proof (
    input wire       clk,
    input wire [3:0] enable,
    input wire [3:0] clear,
    input wire [1:0] done,
    input wire       stopped,
    input wire       error,
    input wire [2:0] any_count,
    input wire [2:0] any_timeout
);

  reg started = 1'b0;
  wire rst = !started;
  // Small counts, fixed for the run: so that their ends are reached.
  reg [2:0] count = 0;
  reg [2:0] timeout = 0;
  wire [3:0] status;
  wire [15:0] pending;
  wire irq;

  always @(posedge clk) begin
    started <= 1'b1;
    if (rst) begin
      count   <= any_count;
      timeout <= any_timeout;
    end
  end

  interrupt_causes dut (
      .clk(clk),
      .rst(rst),
      .enable(enable),
      .coalesce_count({13'd0, count}),
      .coalesce_timeout({29'd0, timeout}),
      .clear(clear),
      .done(done),
      .stopped(stopped),
      .error(error),
      .status(status),
      .pending(pending),
      .irq(irq)
  );

  wire [2:0] events = {error, stopped, done != 0};
  reg second = 1'b0;  // there was a cycle before this one that was not the reset's
  reg [2:0] events_before = 0;
  reg [3:0] clear_before = 0;
  reg [3:0] status_before = 0;
  reg [3:0] enable_before = 0;
  reg [15:0] pending_before = 0;
  reg [1:0] moves_before = 0;
  reg [4:0] waiting = 0;  // cycles that moves have waited in, before this one
  integer cause;

  // Moves leave the count when the cause is set.
  wire fired = second && pending != pending_before + moves_before;
  wire [4:0] waited = fired ? 5'd0 : waiting;

  always @(posedge clk) begin
    second         <= !rst;
    events_before  <= events;
    clear_before   <= clear;
    status_before  <= status;
    enable_before  <= enable;
    pending_before <= pending;
    moves_before   <= done[0] + done[1];
    waiting        <= rst || pending == 0 ? 0 : fired ? 1 : &waiting ? waiting : waiting + 1'b1;
  end

  wire coalesced = second && status[3] && !(status_before[3] && !clear_before[3]);  // the cause came now

  always @*
    if (!rst) begin
      for (cause = 0; cause < 3; cause = cause + 1)
        if (second) assert (status[cause] == (events_before[cause] || (status_before[cause] && !clear_before[cause])));
      assert (irq == (second && |(status_before & enable_before)));
      // Moves that wait are counted, and leave the count with the cause only.
      if (second) assert (pending == pending_before + moves_before || (status[3] && pending == {14'd0, moves_before}) ||
                          pending_before >= 16'hFFFD);
      // By count: in the cycle after the count is there. By time: a cycle later than the time at most.
      if (second && count != 0 && pending_before >= count) assert (status[3]);
      if (timeout != 0) assert (waited <= timeout);
      // Never without a reason
      if (coalesced) assert (pending_before != 0 && ((count != 0 && pending_before >= count) || (timeout != 0 && waiting >= timeout)));
      if (count == 0 && timeout == 0) assert (!status[3]);
    end

endmodule

`default_nettype wire
