// SPDX-License-Identifier: Apache-2.0
// Interrupt causes, and the coalescing of "move done": a cause is set in the cycle after its event, stays until software
// writes a one to it, and an event that comes with that write is kept.
`default_nettype none

module block_mover_interrupt (
    input  wire        clk,
    input  wire        rst,

    // settings
    input  wire [3:0]  enable,
    input  wire [15:0] coalesce_count,     // 0: not by count
    input  wire [31:0] coalesce_timeout,   // cycles since the first event that waits; 0: not by time
    input  wire [3:0]  clear,              // write one to clear

    // events, one cycle each
    input  wire        chain_move_done,
    input  wire        direct_move_done,
    input  wire        chain_end,
    input  wire        error,

    // state
    output reg  [3:0]  status,             // 0 move done, 1 chain end, 2 error, 3 coalesced
    output reg  [15:0] pending,            // moves done since the last coalesced interrupt, at most 65535
    output reg         irq
);
  localparam MOVE_DONE = 0, CHAIN_END = 1, ERROR = 2, COALESCED = 3;

  // Counts down from the event that made pending one.
  reg         timer_running;
  reg  [31:0] timer;

  wire [1:0]  events = {1'b0, chain_move_done} + {1'b0, direct_move_done};
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
      status[MOVE_DONE] <= events != 2'd0 || (status[MOVE_DONE] && !clear[MOVE_DONE]);
      status[CHAIN_END] <= chain_end || (status[CHAIN_END] && !clear[CHAIN_END]);
      status[ERROR]     <= error || (status[ERROR] && !clear[ERROR]);
      status[COALESCED] <= fire || (status[COALESCED] && !clear[COALESCED]);
      irq               <= |(status & enable);
    end
  end
endmodule
`default_nettype wire
