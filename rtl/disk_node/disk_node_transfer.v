// SPDX-License-Identifier: Apache-2.0
// Between the channel and the block mover: requests are cut to disk commands, what these bring or take has its place in the buffers here,
// and jobs move it.
`default_nettype none

module disk_node_transfer #(
    parameter ADDR_W     = 32,
    parameter DATA_W     = 64,
    parameter LANES_LOG2 = 3,
    parameter BLOCK_LOG2 = 9,
    parameter DISKS      = 8,
    parameter DISK_W     = 3,
    parameter TAGS       = 8,
    parameter TAG_W      = 3,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter PLACE_LOG2 = 2,   // blocks of a command's buffer
    parameter JOBS_LOG2  = 3,
    parameter COMMAND_W  = 83
) (
    input wire        clk,
    input wire        rst,
    input wire [ 7:0] depth,
    input wire [15:0] max_blocks,

    // A new request; see disk_node_loader
    input  wire [REQUEST_W-1:0] load_request,
    input  wire                 split_load,
    output wire                 split_ready,
    input  wire [   DISKS+72:0] split,
    input  wire                 place_load,
    output wire                 place_ready,
    input  wire [  ADDR_W+89:0] place,

    // Requests under way, and what is done for them; see disk_node_requests
    input  wire [          REQUESTS-1:0] failed,
    input  wire [          REQUESTS-1:0] live,
    output wire [          REQUESTS-1:0] more,
    output wire [          REQUESTS-1:0] has_jobs,
    output wire [              TAGS-1:0] used,
    output wire [              TAGS-1:0] owned,
    output wire [TAGS*REQUEST_W-1:0]     owner,
    output wire [           REQUEST_W:0] split_at,
    output wire [           REQUEST_W:0] placed_at,
    output wire [         REQUEST_W+4:0] channel_failure,
    output wire [           REQUEST_W:0] excess_failure,
    output wire [         REQUEST_W+4:0] mover_failure,
    output wire [REQUEST_W+BLOCK_LOG2+1:0] moved_bytes_of,
    output wire                          stray,

    // Block mover: commands, their ends, and both streams
    output wire                 cmd_valid,
    input  wire                 cmd_ready,
    output wire [COMMAND_W-1:0] cmd,              // see disk_node_jobs
    output wire                 cmd_abort,
    input  wire                 mover_busy,
    input  wire                 mover_done_valid,
    output wire                 mover_done_ready,
    input  wire [          2:0] mover_done_error,
    input  wire [ BLOCK_LOG2:0] mover_done_bytes,
    output wire                 gathered_valid,
    input  wire                 gathered_ready,
    output wire [   DATA_W-1:0] gathered,
    output wire [ DATA_W/8-1:0] gathered_keep,
    output wire                 gathered_last,
    input  wire                 written_valid,    // always taken
    input  wire [   DATA_W-1:0] written,
    output wire                 flush,            // the block mover is idle: the rest of a killed packet never comes

    // Disk channel
    output wire              channel_command_valid,
    input  wire              channel_command_ready,
    output wire              channel_command_cancel,    // the command of this tag is not wanted any more
    output wire              channel_command_write,
    output wire [DISK_W-1:0] channel_command_disk,
    output wire [      47:0] channel_command_block,
    output wire [      15:0] channel_command_blocks,
    output wire [ TAG_W-1:0] channel_command_tag,

    // ... credits: of a read, one block more may be sent; of a write, one block more is wanted
    output wire              channel_credit_valid,
    input  wire              channel_credit_ready,
    output wire [ TAG_W-1:0] channel_credit_tag,
    input  wire              channel_grant_valid,
    input  wire [ TAG_W-1:0] channel_grant_tag,

    // ... data
    input  wire              s_axis_tvalid,
    input  wire [DATA_W-1:0] s_axis_tdata,
    input  wire [ TAG_W-1:0] s_axis_tid,
    output wire              m_axis_tvalid,
    input  wire              m_axis_tready,
    output wire [DATA_W-1:0] m_axis_tdata,
    output wire [ TAG_W-1:0] m_axis_tid,
    output wire              m_axis_tlast,              // of a block

    // ... statuses: 0 well, 1 media error, 2 timeout, 3 another error
    input  wire              channel_status_valid,
    input  wire [ TAG_W-1:0] channel_status_tag,
    input  wire [       1:0] channel_status_code
);

  localparam WORD_LOG2 = BLOCK_LOG2 - LANES_LOG2;
  localparam TURN_W = 4;
  localparam WRITE_LOG2 = 2;   // blocks of the write buffer
  localparam FEED_W = TAGS + PLACE_LOG2 + 2 * WORD_LOG2 + 1 + LANES_LOG2;

  // Turns of each request, and the command that begins
  wire [REQUESTS*TURN_W-1:0] issued, placed;
  wire start, cancel, cancel_taken;
  wire [TAG_W+REQUEST_W+TURN_W+DISK_W+16:0] starts;
  wire [TAG_W-1:0] cancel_tag;

  // Tags
  wire [TAGS-1:0] tag_ready, tag_last, take, over, over_tags, sent;
  wire [TAGS*TURN_W-1:0] tag_turn;
  wire [TAGS*DISK_W-1:0] tag_disk;
  wire [TAG_W+PLACE_LOG2+WORD_LOG2+DATA_W:0] put_word;

  // Jobs
  wire job_valid, job_ready, write_room, write_reserve, commits, gives_up_write, feed_valid, feed_ready;
  wire [COMMAND_W+FEED_W+REQUEST_W:0] job;
  wire [FEED_W-1:0] feed;

  disk_node_splitter #(
      .DISKS(DISKS),
      .DISK_W(DISK_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .TURN_W(TURN_W)
  ) splitter (
      .clk(clk),
      .rst(rst),
      .depth(depth),
      .max_blocks(max_blocks),
      .load(split_load),
      .load_ready(split_ready),
      .load_request(load_request),
      .load_strand(split),
      .live(live),
      .placed(placed),
      .issued(issued),
      .split_at(split_at),
      .used(used),
      .disk(tag_disk),
      .start(start),
      .starts(starts),
      .cancel(cancel),
      .cancel_tag(cancel_tag),
      .cancel_taken(cancel_taken),
      .command_valid(channel_command_valid),
      .command_ready(channel_command_ready),
      .command_cancel(channel_command_cancel),
      .command_write(channel_command_write),
      .command_disk(channel_command_disk),
      .command_block(channel_command_block),
      .command_blocks(channel_command_blocks),
      .command_tag(channel_command_tag)
  );

  disk_node_tags #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .DISK_W(DISK_W),
      .TURN_W(TURN_W),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2)
  ) tags (
      .clk(clk),
      .rst(rst),
      .start(start),
      .starts_as(starts),
      .used(used),
      .owned(owned),
      .request(owner),
      .turn(tag_turn),
      .disk(tag_disk),
      .ready(tag_ready),
      .last(tag_last),
      .take(take),
      .free(over),
      .sent(sent),
      .failed(failed),
      .placed_at(placed_at),
      .channel_failure(channel_failure),
      .excess_failure(excess_failure),
      .stray(stray),
      .cancel(cancel),
      .cancel_tag(cancel_tag),
      .cancel_taken(cancel_taken),
      .data_valid(s_axis_tvalid),
      .data_tag(s_axis_tid),
      .data(s_axis_tdata),
      .grant_valid(channel_grant_valid),
      .grant_tag(channel_grant_tag),
      .status_valid(channel_status_valid),
      .status_tag(channel_status_tag),
      .status_code(channel_status_code),
      .credit_valid(channel_credit_valid),
      .credit_ready(channel_credit_ready),
      .credit_tag(channel_credit_tag),
      .put_word(put_word)
  );

  disk_node_placer #(
      .ADDR_W(ADDR_W),
      .LANES_LOG2(LANES_LOG2),
      .BLOCK_LOG2(BLOCK_LOG2),
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .TURN_W(TURN_W),
      .PLACE_LOG2(PLACE_LOG2),
      .COMMAND_W(COMMAND_W),
      .FEED_W(FEED_W)
  ) placer (
      .clk(clk),
      .rst(rst),
      .load(place_load),
      .load_ready(place_ready),
      .load_request(load_request),
      .load_strand(place),
      .live(live),
      .issued(issued),
      .placed(placed),
      .more(more),
      .placed_at(placed_at),
      .owned(owned),
      .request(owner),
      .turn(tag_turn),
      .ready(tag_ready),
      .last(tag_last),
      .take(take),
      .write_room(write_room),
      .write_reserve(write_reserve),
      .job_valid(job_valid),
      .job_ready(job_ready),
      .job(job)
  );

  disk_node_jobs #(
      .TAGS(TAGS),
      .REQUESTS(REQUESTS),
      .REQUEST_W(REQUEST_W),
      .JOBS_LOG2(JOBS_LOG2),
      .BYTES_W(BLOCK_LOG2 + 1),
      .COMMAND_W(COMMAND_W),
      .FEED_W(FEED_W)
  ) jobs (
      .clk(clk),
      .rst(rst),
      .job_valid(job_valid),
      .job_ready(job_ready),
      .job(job),
      .has_jobs(has_jobs),
      .cmd_valid(cmd_valid),
      .cmd_ready(cmd_ready),
      .cmd(cmd),
      .cmd_abort(cmd_abort),
      .mover_busy(mover_busy),
      .done_valid(mover_done_valid),
      .done_ready(mover_done_ready),
      .done_error(mover_done_error),
      .done_bytes(mover_done_bytes),
      .feed_valid(feed_valid),
      .feed_ready(feed_ready),
      .feed(feed),
      .flush(flush),
      .failed(failed),
      .commits(commits),
      .gives_up_write(gives_up_write),
      .over(over),
      .over_tags(over_tags),
      .moved_bytes_of(moved_bytes_of),
      .failure(mover_failure)
  );

  disk_node_gather #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .LANES_LOG2(LANES_LOG2),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(PLACE_LOG2)
  ) gather (
      .clk(clk),
      .rst(rst),
      .flush(flush),
      .job_valid(feed_valid),
      .job_ready(feed_ready),
      .job(feed),
      .put_word(put_word),
      .m_tvalid(gathered_valid),
      .m_tready(gathered_ready),
      .m_tdata(gathered),
      .m_tkeep(gathered_keep),
      .m_tlast(gathered_last)
  );

  disk_node_send #(
      .DATA_W(DATA_W),
      .TAGS(TAGS),
      .TAG_W(TAG_W),
      .WORD_LOG2(WORD_LOG2),
      .PLACE_LOG2(WRITE_LOG2)
  ) send (
      .clk(clk),
      .rst(rst),
      .reserve(write_reserve),
      .room(write_room),
      .gives_up(gives_up_write),
      .s_tvalid(written_valid),
      .s_tdata(written),
      .flush(flush),
      .commits(commits),
      .commits_tag(over_tags),
      .m_tvalid(m_axis_tvalid),
      .m_tready(m_axis_tready),
      .m_tdata(m_axis_tdata),
      .m_ttag(m_axis_tid),
      .m_tlast(m_axis_tlast),
      .sent(sent)
  );

endmodule

`default_nettype wire
