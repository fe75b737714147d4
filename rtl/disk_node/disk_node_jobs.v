// SPDX-License-Identifier: Apache-2.0
// Jobs in a ring, from the placer to their status from the block mover, in order: presented to the block mover as commands, fed with data
// (those of reads), and retired.
//
// When the block mover fails a job, nobody knows how much of the stream it has taken. So its other commands are aborted, what is in the
// pipelines is thrown away, and every job behind the failed one is presented again, but for those of failed requests: their data are
// still in the buffers, since a block's place is free only when its job is retired.
`default_nettype none

module disk_node_jobs #(
    parameter ADDR_W     = 32,
    parameter LANES_LOG2 = 3,
    parameter BLOCK_LOG2 = 9,
    parameter TAGS       = 8,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter PLACE_LOG2 = 2,
    parameter JOBS_LOG2  = 3
) (
    input wire clk,
    input wire rst,

    // From the placer
    input  wire                               job_valid,
    output reg                                job_ready,
    input  wire [              REQUEST_W-1:0] job_request,
    input  wire                               job_write,
    input  wire                               job_port,
    input  wire [                   TAGS-1:0] job_tags,
    input  wire [             PLACE_LOG2-1:0] job_place,
    input  wire [BLOCK_LOG2-LANES_LOG2-1:0]   job_offset,
    input  wire [                 ADDR_W-1:0] job_address,
    input  wire [               BLOCK_LOG2:0] job_bytes,
    input  wire [  BLOCK_LOG2-LANES_LOG2:0]   job_rows,
    input  wire [  BLOCK_LOG2-LANES_LOG2:0]   job_words,
    input  wire [                       31:0] job_stride,
    input  wire                               job_ends,
    output reg  [               REQUESTS-1:0] has_jobs,

    // To the block mover
    output reg                              cmd_valid,
    input  wire                             cmd_ready,
    output reg                              cmd_write,
    output reg                              cmd_port,
    output reg  [               ADDR_W-1:0] cmd_address,
    output reg  [             BLOCK_LOG2:0] cmd_bytes,
    output reg  [  BLOCK_LOG2-LANES_LOG2:0] cmd_rows,
    output reg  [                     31:0] cmd_stride,
    output reg                              cmd_abort,
    input  wire                             mover_busy,
    input  wire                             done_valid,
    output wire                             done_ready,
    input  wire [                      2:0] done_error,
    input  wire [                     31:0] done_bytes,

    // To the gatherer
    output reg                              feed_valid,
    input  wire                             feed_ready,
    output reg  [                 TAGS-1:0] feed_tags,
    output reg  [           PLACE_LOG2-1:0] feed_place,
    output reg  [BLOCK_LOG2-LANES_LOG2-1:0] feed_offset,
    output reg  [BLOCK_LOG2-LANES_LOG2:0]   feed_words,
    output reg  [           LANES_LOG2-1:0] feed_lanes,   // of the last word; 0: all
    output reg                              flush,        // what the gatherer has, and written blocks that are not committed, and the block mover's stream

    // What has become of them
    input  wire [ REQUESTS-1:0] failed,
    output reg                  commits,        // a written block is whole
    output reg                  gives_up_write, // its place is free
    output reg  [     TAGS-1:0] over,           // the block is not needed any more; of a committed one the sender says so
    output reg  [     TAGS-1:0] over_tags,      // of the block that is committed
    output reg                  moved,
    output reg  [REQUEST_W-1:0] moved_request,
    output reg  [         31:0] moved_bytes,
    output reg                  fails,
    output reg  [REQUEST_W-1:0] fails_request,
    output reg  [          3:0] fails_code
);

  localparam JOBS = 1 << JOBS_LOG2;
  localparam WORD_LOG2 = BLOCK_LOG2 - LANES_LOG2;
  localparam COMMAND_W = 2 + ADDR_W + BLOCK_LOG2 + 1 + WORD_LOG2 + 1 + 32;
  localparam FEED_W = 1 + TAGS + PLACE_LOG2 + WORD_LOG2 + WORD_LOG2 + 1 + LANES_LOG2;
  localparam RETIRE_W = REQUEST_W + TAGS + 2;
  localparam [1:0] RUN = 0, ABORT = 1, DRAIN = 2, MARK = 3;

  reg [1:0] state;
  reg [COMMAND_W-1:0] commands[0:JOBS-1];
  reg [FEED_W-1:0] feeds[0:JOBS-1];
  reg [RETIRE_W-1:0] retires[0:JOBS-1];
  reg [JOBS-1:0] skip;
  reg [JOBS_LOG2:0] pushed, presented, fed, retired, marked;
  reg broken;              // an earlier piece of the block has not been moved

  // A new one
  wire push = job_valid && job_ready;
  wire [JOBS_LOG2-1:0] push_at = pushed[JOBS_LOG2-1:0];
  wire [JOBS_LOG2:0] held = pushed - retired;

  always @(posedge clk)
    if (rst) job_ready <= 1'b0;
    else job_ready <= job_valid && !job_ready && !held[JOBS_LOG2];

  always @(posedge clk)
    if (push) begin
      commands[push_at] <= {job_write, job_port, job_address, job_bytes, job_rows, job_stride};
      feeds[push_at]    <= {job_write, job_tags, job_place, job_offset, job_words, job_bytes[LANES_LOG2-1:0]};
      retires[push_at]  <= {job_request, job_tags, job_write, job_ends};
    end

  // Presenting
  wire present_room = !cmd_valid || cmd_ready;
  wire presents = state == RUN && present_room && presented != pushed;

  always @(posedge clk)
    if (rst) cmd_valid <= 1'b0;
    else if (presents) cmd_valid <= !skip[presented[JOBS_LOG2-1:0]];
    else if (cmd_ready) cmd_valid <= 1'b0;

  always @(posedge clk)
    if (presents) {cmd_write, cmd_port, cmd_address, cmd_bytes, cmd_rows, cmd_stride} <= commands[presented[JOBS_LOG2-1:0]];

  // Feeding
  wire [FEED_W-1:0] feed = feeds[fed[JOBS_LOG2-1:0]];
  wire feed_write = feed[FEED_W-1];
  wire feeds_now = state == RUN && (!feed_valid || feed_ready) && fed != pushed;

  always @(posedge clk)
    if (rst || state != RUN) feed_valid <= 1'b0;
    else if (feeds_now) feed_valid <= !feed_write && !skip[fed[JOBS_LOG2-1:0]];
    else if (feed_ready) feed_valid <= 1'b0;

  always @(posedge clk) if (feeds_now) {feed_tags, feed_place, feed_offset, feed_words, feed_lanes} <= feed[FEED_W-2:0];

  // Retiring, and marking in the same memory
  wire [JOBS_LOG2-1:0] look_at = state == MARK ? marked[JOBS_LOG2-1:0] : retired[JOBS_LOG2-1:0];
  wire [RETIRE_W-1:0] entry = retires[look_at];
  wire [REQUEST_W-1:0] entry_request = entry[RETIRE_W-1-:REQUEST_W];
  wire [TAGS-1:0] entry_tags = entry[2+:TAGS];
  wire entry_write = entry[1];
  wire entry_ends = entry[0];
  wire skipped = state == RUN && skip[look_at] && retired != presented;
  wire status = state == RUN && done_valid && done_ready;
  wire bad = status && (done_error != 3'd0 || (broken && entry_write));
  wire retire = status || skipped;
  wire well = status && !bad;

  // Statuses are those of jobs that were not skipped.
  assign done_ready = state != RUN || !skip[retired[JOBS_LOG2-1:0]];

  always @(posedge clk)
    if (rst) begin
      commits        <= 1'b0;
      gives_up_write <= 1'b0;
      over           <= 0;
      moved          <= 1'b0;
      fails          <= 1'b0;
    end else begin
      commits        <= well && entry_write && entry_ends;
      gives_up_write <= retire && !well && entry_write && entry_ends;
      over           <= retire && entry_ends && !(well && entry_write) ? entry_tags : {TAGS{1'b0}};
      moved          <= well;
      fails          <= bad;
    end

  always @(posedge clk) begin
    over_tags     <= entry_tags;
    moved_request <= entry_request;
    moved_bytes   <= done_bytes;
    fails_request <= entry_request;
    fails_code    <= {1'b1, done_error};
  end

  always @(posedge clk)
    if (rst) begin
      state     <= RUN;
      cmd_abort <= 1'b0;
      flush     <= 1'b0;
      skip      <= 0;
      pushed    <= 0;
      presented <= 0;
      fed       <= 0;
      retired   <= 0;
      marked    <= 0;
      broken    <= 1'b0;
    end else begin
      if (retire) broken <= !entry_ends && (broken || !well);
      if (push) begin
        pushed        <= pushed + 1'b1;
        skip[push_at] <= 1'b0;
      end
      if (presents) presented <= presented + 1'b1;
      if (feeds_now) fed <= fed + 1'b1;
      if (retire) retired <= retired + 1'b1;
      case (state)
        RUN:
        if (bad) begin
          state     <= ABORT;
          cmd_abort <= 1'b1;
        end
        // Until the block mover has nothing: a command that it has not taken stands, and is ended too.
        ABORT: begin
          marked <= retired;
          if (!cmd_valid && !mover_busy) begin
            state     <= DRAIN;
            cmd_abort <= 1'b0;
            flush     <= 1'b1;
          end
        end
        DRAIN: begin
          flush     <= 1'b0;
          presented <= retired;
          fed       <= retired;
          if (!flush) state <= MARK;
        end
        MARK:
        if (marked == pushed) state <= RUN;
        else begin
          marked        <= marked + 1'b1;
          skip[look_at] <= failed[entry_request];
        end
      endcase
    end

  // Which requests have jobs
  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : g_request
      reg [JOBS_LOG2:0] count;
      wire more = push && job_request == r[REQUEST_W-1:0];
      wire less = retire && entry_request == r[REQUEST_W-1:0];
      always @(posedge clk)
        if (rst) count <= 0;
        else if (more != less) count <= more ? count + 1'b1 : count - 1'b1;
      always @(posedge clk) has_jobs[r] <= count != 0;
    end
  endgenerate

endmodule

`default_nettype wire
