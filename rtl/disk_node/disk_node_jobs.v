// SPDX-License-Identifier: Apache-2.0
// Jobs in a ring, from the placer to their status from the block mover, in order: presented to the block mover as commands, fed with data
// (those of reads), and retired.
//
// When the block mover fails a job, nobody knows how much of the stream it has taken. So its other commands are aborted, what is in the
// pipelines is thrown away, and every job behind the failed one is presented again, but for those of failed requests: their data are
// still in the buffers, since a block's place is free only when its job is retired.
`default_nettype none

module disk_node_jobs #(
    parameter TAGS       = 8,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter JOBS_LOG2  = 3,
    parameter BYTES_W    = 10,  // of what a job moves
    parameter COMMAND_W  = 83,  // {write, port, address, bytes of a row, rows, stride}
    parameter FEED_W     = 23   // {tags, place of the block, offset, words}: where the data of a read are
) (
    input wire clk,
    input wire rst,

    // From the placer
    input  wire                               job_valid,
    output reg                                job_ready,
    input  wire [COMMAND_W+FEED_W+REQUEST_W:0] job,   // {request, command, feed, the block is used up}
    output reg  [               REQUESTS-1:0] has_jobs,

    // To the block mover
    output reg                              cmd_valid,
    input  wire                             cmd_ready,
    output reg  [            COMMAND_W-1:0] cmd,
    output reg                              cmd_abort,
    input  wire                             mover_busy,
    input  wire                             done_valid,
    output wire                             done_ready,
    input  wire [                      2:0] done_error,
    input  wire [              BYTES_W-1:0] done_bytes,

    // To the gatherer
    output reg                              feed_valid,
    input  wire                             feed_ready,
    output reg  [               FEED_W-1:0] feed,
    output reg                              flush,        // what the gatherer has, written blocks that are not committed, and the block mover's stream

    // What has become of them
    input  wire [ REQUESTS-1:0] failed,
    output reg                  commits,        // a written block is whole
    output reg                  gives_up_write, // its place is free
    output reg  [     TAGS-1:0] over,           // the block is not needed any more; of a committed one the sender says so
    output reg  [     TAGS-1:0] over_tags,      // of the block that is committed
    output wire [REQUEST_W+BYTES_W:0] moved_bytes_of, // {bytes were moved, request, how many}
    output wire [      REQUEST_W+4:0] failure         // {there is one, request, code}
);

  localparam JOBS = 1 << JOBS_LOG2;
  localparam RETIRE_W = REQUEST_W + TAGS + 2;
  localparam [1:0] RUN = 0, ABORT = 1, DRAIN = 2, MARK = 3;

  reg [1:0] state;
  reg [COMMAND_W-1:0] commands[0:JOBS-1];
  reg [FEED_W:0] feeds[0:JOBS-1];          // with `write` above
  reg [RETIRE_W-1:0] retires[0:JOBS-1];
  reg [JOBS-1:0] skip;
  reg [JOBS_LOG2:0] pushed, presented, fed, retired, marked;
  reg broken;              // an earlier piece of the block has not been moved

  reg moved, fails;
  reg [REQUEST_W-1:0] retired_request;
  reg [BYTES_W-1:0] moved_bytes;
  reg [3:0] code;

  assign moved_bytes_of = {moved, retired_request, moved_bytes};
  assign failure = {fails, retired_request, code};

  // A new one
  wire [REQUEST_W-1:0] job_request;
  wire [COMMAND_W-1:0] job_command;
  wire [FEED_W-1:0] job_feed;
  wire job_ends;
  wire job_write = job_command[COMMAND_W-1];
  wire [TAGS-1:0] job_tags = job_feed[FEED_W-1-:TAGS];

  assign {job_request, job_command, job_feed, job_ends} = job;

  wire push = job_valid && job_ready;
  wire [JOBS_LOG2-1:0] push_at = pushed[JOBS_LOG2-1:0];
  wire [JOBS_LOG2:0] held = pushed - retired;

  always @(posedge clk)
    if (rst) job_ready <= 1'b0;
    else job_ready <= job_valid && !job_ready && !held[JOBS_LOG2];

  always @(posedge clk)
    if (push) begin
      commands[push_at] <= job_command;
      feeds[push_at]    <= {job_write, job_feed};
      retires[push_at]  <= {job_request, job_tags, job_write, job_ends};
    end

  // Presenting
  wire present_room = !cmd_valid || cmd_ready;
  wire presents = state == RUN && present_room && presented != pushed;

  always @(posedge clk)
    if (rst) cmd_valid <= 1'b0;
    else if (presents) cmd_valid <= !skip[presented[JOBS_LOG2-1:0]];
    else if (cmd_ready) cmd_valid <= 1'b0;

  always @(posedge clk) if (presents) cmd <= commands[presented[JOBS_LOG2-1:0]];

  // Feeding
  wire feed_write;
  wire [FEED_W-1:0] feed_next;
  wire feeds_now = state == RUN && (!feed_valid || feed_ready) && fed != pushed;

  assign {feed_write, feed_next} = feeds[fed[JOBS_LOG2-1:0]];

  always @(posedge clk)
    if (rst || state != RUN) feed_valid <= 1'b0;
    else if (feeds_now) feed_valid <= !feed_write && !skip[fed[JOBS_LOG2-1:0]];
    else if (feed_ready) feed_valid <= 1'b0;

  always @(posedge clk) if (feeds_now) feed <= feed_next;

  // Retiring, and marking in the same memory: the entry that is looked at, `marked` in MARK and `retired` otherwise
  reg [JOBS_LOG2-1:0] look_at;
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
  assign done_ready = state != RUN || !skip[look_at];

  // Marking begins at the oldest job.
  always @(posedge clk)
    if (rst) look_at <= 0;
    else if (state != MARK) look_at <= look_at + {{(JOBS_LOG2 - 1) {1'b0}}, retire};
    else look_at <= marked == pushed ? retired[JOBS_LOG2-1:0] : look_at + 1'b1;

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
    over_tags       <= entry_tags;
    retired_request <= entry_request;
    moved_bytes     <= done_bytes;
    code            <= {1'b1, done_error};
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
          if (failed[entry_request]) skip[look_at] <= 1'b1;
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
