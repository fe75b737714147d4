// SPDX-License-Identifier: Apache-2.0
// Interrupt causes, and the coalescing of "done": a cause is set in the cycle after its event, stays until software
// writes a one to it, and an event that comes with that write is kept.
`default_nettype none

module interrupt_causes (
    input  wire        clk,
    input  wire        rst,

    // settings
    input  wire [3:0]  enable,
    input  wire [15:0] coalesce_count,     // 0: not by count
    input  wire [31:0] coalesce_timeout,   // cycles since the first event that waits; 0: not by time
    input  wire [3:0]  clear,              // write one to clear

    // events, one cycle each
    input  wire [1:0]  done,               // two may come at once
    input  wire        stopped,
    input  wire        error,

    // state
    output reg  [3:0]  status,             // 0 done, 1 stopped, 2 error, 3 coalesced
    output reg  [15:0] pending,            // "done" since the last coalesced interrupt, at most 65535
    output reg         irq
);
  localparam DONE = 0, STOPPED = 1, ERROR = 2, COALESCED = 3;

  // Counts down from the event that made pending one.
  reg         timer_running;
  reg  [31:0] timer;

  wire [1:0]  events = {1'b0, done[0]} + {1'b0, done[1]};
  wire [16:0] sum = {1'b0, pending} + {15'd0, events};
  wire        by_count = coalesce_count != 16'd0 && pending >= coalesce_count;
  wire        by_time  = timer_running && timer == 32'd0;
  wire        fire     = by_count || by_time;

  always @(posedge clk) begin
    if (rst) pending <= 16'd0;
    else if (fire) pending <= {14'd0, events};
    else pending <= sum[16] ? 16'hFFFF : sum[15:0];
  end

  always @(posedge clk) begin
    if (rst || coalesce_timeout == 32'd0) begin
      timer_running <= 1'b0;
      timer         <= 32'd0;
    end else if (!timer_running || fire) begin
      timer_running <= events != 2'd0 || (!fire && pending != 16'd0);
      timer         <= coalesce_timeout - 32'd1;
    end else begin
      timer <= timer - 32'd1;
    end
  end

  always @(posedge clk) begin
    if (rst) begin
      status <= 4'd0;
      irq    <= 1'b0;
    end else begin
      status[DONE]      <= events != 2'd0 || (status[DONE] && !clear[DONE]);
      status[STOPPED]   <= stopped || (status[STOPPED] && !clear[STOPPED]);
      status[ERROR]     <= error || (status[ERROR] && !clear[ERROR]);
      status[COALESCED] <= fire || (status[COALESCED] && !clear[COALESCED]);
      irq               <= |(status & enable);
    end
  end
endmodule
`default_nettype wire
