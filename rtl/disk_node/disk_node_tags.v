// SPDX-License-Identifier: Apache-2.0
// The disk commands under way, by tag: whose they are, their buffers (disk_node_slot), and what the channel says of them.
//
// A tag is owned by its request until the command is over. When the request fails before that, the tag is orphaned: the channel is asked
// to cancel the command, what still comes is thrown away, and the tag is free when the channel has said that it is over.
`default_nettype none

module disk_node_tags #(
    parameter DATA_W     = 64,
    parameter TAGS       = 8,
    parameter TAG_W      = 3,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter DISK_W     = 3,
    parameter TURN_W     = 4,
    parameter WORD_LOG2  = 6,
    parameter PLACE_LOG2 = 2
) (
    input wire clk,
    input wire rst,

    // A new command
    input wire                                      start,
    input wire [TAG_W+REQUEST_W+TURN_W+DISK_W+16:0] starts_as,   // {tag, request, turn, disk, blocks, write}

    // State
    output wire [          TAGS-1:0] used,
    output wire [          TAGS-1:0] owned,
    output wire [TAGS*REQUEST_W-1:0] request,
    output wire [   TAGS*TURN_W-1:0] turn,     // which of its request's commands it belongs to
    output wire [   TAGS*DISK_W-1:0] disk,
    output wire [          TAGS-1:0] ready,    // a block waits,
    output wire [          TAGS-1:0] last,     // ... the last one

    // Jobs
    input wire [TAGS-1:0] take,
    input wire [TAGS-1:0] free,
    input wire [TAGS-1:0] sent,

    // Requests
    input  wire [REQUESTS-1:0] failed,
    input  wire [REQUEST_W:0]  placed_at,          // {at work, request}: a block of this request is being placed, its tags stay as they are
    output wire [REQUEST_W+4:0] channel_failure,   // {there is one, request, code}: what the channel said of a command
    output wire [REQUEST_W:0]  excess_failure,     // {there is one, request}: it sent or asked for more than it was promised
    output reg                 stray,              // data or status of a tag that is not in use

    // Cancelling
    output reg              cancel,
    output reg  [TAG_W-1:0] cancel_tag,
    input  wire             cancel_taken,

    // Channel
    input  wire              data_valid,
    input  wire [ TAG_W-1:0] data_tag,
    input  wire [DATA_W-1:0] data,
    input  wire              grant_valid,
    input  wire [ TAG_W-1:0] grant_tag,
    input  wire              status_valid,
    input  wire [ TAG_W-1:0] status_tag,
    input  wire [       1:0] status_code,
    output reg               credit_valid,
    input  wire              credit_ready,
    output reg  [ TAG_W-1:0] credit_tag,

    // Buffer
    output wire [TAG_W+PLACE_LOG2+WORD_LOG2+DATA_W:0] put_word   // {there is one, address, data}
);

  localparam POSITION_W = PLACE_LOG2 + WORD_LOG2;
  localparam [3:0] MEDIA_ERROR = 4'd2, SHORT = 4'd6;

  wire [TAG_W-1:0] start_tag;
  wire [REQUEST_W-1:0] start_request, placing_request;
  wire [TURN_W-1:0] start_turn;
  wire [DISK_W-1:0] start_disk;
  wire [15:0] start_blocks;
  wire start_write, placing;
  reg channel_fails, excess_fails, put;
  reg [REQUEST_W-1:0] channel_request, excess_request;
  reg [3:0] channel_code;
  reg [TAG_W+POSITION_W-1:0] put_address;
  reg [DATA_W-1:0] put_data;

  assign {start_tag, start_request, start_turn, start_disk, start_blocks, start_write} = starts_as;
  assign {placing, placing_request} = placed_at;
  assign channel_failure = {channel_fails, channel_request, channel_code};
  assign excess_failure = {excess_fails, excess_request};
  assign put_word = {put, put_address, put_data};

  // What the channel says, registered; its status a cycle later, so that it comes after the data that came with it.
  reg beat, grant, status_soon, status;
  reg [TAG_W-1:0] beat_tag, granted_tag, status_soon_tag, tag_over;
  reg [DATA_W-1:0] beat_data;
  reg [1:0] status_soon_code, code_over;

  always @(posedge clk)
    if (rst) begin
      beat        <= 1'b0;
      grant       <= 1'b0;
      status_soon <= 1'b0;
      status      <= 1'b0;
    end else begin
      beat        <= data_valid;
      grant       <= grant_valid;
      status_soon <= status_valid;
      status      <= status_soon;
    end

  always @(posedge clk) begin
    beat_tag         <= data_tag;
    beat_data        <= data;
    granted_tag      <= grant_tag;
    status_soon_tag  <= status_tag;
    status_soon_code <= status_code;
    tag_over         <= status_soon_tag;
    code_over        <= status_soon_code;
  end

  // Each tag
  wire [TAGS-1:0] promised;
  wire [TAGS-1:0] wants_credit;
  wire [TAGS-1:0] writes;
  wire [TAGS-1:0] complete;
  wire [TAGS-1:0] settled;
  wire [TAGS*POSITION_W-1:0] position;
  wire [TAGS-1:0] wants_cancel;
  wire [TAGS-1:0] credit_taken;
  wire [TAGS-1:0] cancelled;

  genvar t;
  generate
    for (t = 0; t < TAGS; t = t + 1) begin : g_tag
      reg in_use, orphan, over, cancel_sent;
      reg [REQUEST_W-1:0] my_request;
      reg [TURN_W-1:0] my_turn;
      reg [DISK_W-1:0] my_disk;
      wire room;   // for a credit
      wire starts = start && start_tag == t[TAG_W-1:0];
      wire my_beat = beat && beat_tag == t[TAG_W-1:0];
      wire my_grant = grant && granted_tag == t[TAG_W-1:0];
      wire ends = status && tag_over == t[TAG_W-1:0];

      disk_node_slot #(
          .WORD_LOG2(WORD_LOG2),
          .PLACE_LOG2(PLACE_LOG2)
      ) slot (
          .clk(clk),
          .rst(rst),
          .start(starts),
          .start_blocks(start_blocks),
          .start_write(start_write),
          .beat(my_beat && in_use),
          .grant(my_grant && in_use),
          .drop(orphan),
          .take(take[t]),
          .free(free[t]),
          .sent(sent[t]),
          .credit_taken(credit_taken[t]),
          .position(position[t*POSITION_W+:POSITION_W]),
          .promised(promised[t]),
          .wants_credit(room),
          .writes(writes[t]),
          .ready(ready[t]),
          .last(last[t]),
          .complete(complete[t]),
          .settled(settled[t])
      );

      always @(posedge clk)
        if (rst) begin
          in_use      <= 1'b0;
          orphan      <= 1'b0;
          over        <= 1'b0;
          cancel_sent <= 1'b0;
        end else if (starts) begin
          in_use      <= 1'b1;
          orphan      <= 1'b0;
          over        <= 1'b0;
          cancel_sent <= 1'b0;
        end else begin
          if (ends) over <= 1'b1;
          if (in_use && failed[my_request] && !(placing && placing_request == my_request)) orphan <= 1'b1;
          if (cancelled[t]) cancel_sent <= 1'b1;
          // Neither a credit nor a cancel of the old command may meet the next one with this tag.
          if (over && settled[t] && (complete[t] || orphan) && !(found && found_tag == t[TAG_W-1:0]) &&
              !(credit_valid && credit_tag == t[TAG_W-1:0]) && !(cancel && cancel_tag == t[TAG_W-1:0])) begin
            in_use <= 1'b0;
            orphan <= 1'b0;
            over   <= 1'b0;
          end
        end

      always @(posedge clk)
        if (starts) begin
          my_request <= start_request;
          my_turn    <= start_turn;
          my_disk    <= start_disk;
        end

      assign used[t] = in_use;
      assign owned[t] = in_use && !orphan;
      assign request[t*REQUEST_W+:REQUEST_W] = my_request;
      assign turn[t*TURN_W+:TURN_W] = my_turn;
      assign disk[t*DISK_W+:DISK_W] = my_disk;
      assign wants_credit[t] = room && in_use && !over;
      assign wants_cancel[t] = orphan && !over && !cancel_sent;
      assign cancelled[t] = cancel_taken && cancel_tag == t[TAG_W-1:0];
      assign credit_taken[t] = credit_step && found_tag == t[TAG_W-1:0];
    end
  endgenerate

  // Credits and cancels: one tag is looked at in each cycle.
  reg [TAG_W-1:0] turn_of;
  reg found;                  // in the cycle before
  reg [TAG_W-1:0] found_tag;
  wire credit_room = !credit_valid || credit_ready;
  wire credit_step = credit_room && found;

  always @(posedge clk)
    if (rst) begin
      turn_of      <= 0;
      found        <= 1'b0;
      credit_valid <= 1'b0;
      cancel       <= 1'b0;
    end else begin
      if (credit_room) begin
        found        <= wants_credit[turn_of];
        credit_valid <= found;
        turn_of      <= turn_of + 1'b1;
      end
      if (cancel_taken) cancel <= 1'b0;
      else if (!cancel) cancel <= wants_cancel[turn_of];
    end

  always @(posedge clk) begin
    if (credit_room) found_tag <= turn_of;
    if (credit_room) credit_tag <= found_tag;
    if (!cancel) cancel_tag <= turn_of;
  end

  // Data into the buffer
  wire beat_fits = beat && used[beat_tag] && promised[beat_tag] && !writes[beat_tag];

  always @(posedge clk)
    if (rst) put <= 1'b0;
    else put <= beat_fits;

  always @(posedge clk) begin
    put_address <= {beat_tag, position[beat_tag*POSITION_W+:POSITION_W]};
    put_data    <= beat_data;
  end

  // What went wrong. A tag whose request has failed says nothing more of it.
  wire grant_fits = promised[granted_tag] && writes[granted_tag];
  wire excess_beat = beat && owned[beat_tag] && !beat_fits;
  wire excess_grant = grant && owned[granted_tag] && !grant_fits;
  wire over_badly = status && owned[tag_over] && (code_over != 2'd0 || !complete[tag_over]);

  always @(posedge clk)
    if (rst) begin
      channel_fails <= 1'b0;
      excess_fails  <= 1'b0;
      stray         <= 1'b0;
    end else begin
      channel_fails <= over_badly;
      excess_fails  <= excess_beat || excess_grant;
      stray         <= (beat && !used[beat_tag]) || (status && !used[tag_over]) || (grant && !used[granted_tag]);
    end

  always @(posedge clk) begin
    channel_request <= request[tag_over*REQUEST_W+:REQUEST_W];
    channel_code    <= code_over == 2'd0 ? SHORT : MEDIA_ERROR - 1'b1 + {2'd0, code_over};
    excess_request  <= excess_beat ? request[beat_tag*REQUEST_W+:REQUEST_W] : request[granted_tag*REQUEST_W+:REQUEST_W];
  end

endmodule

`default_nettype wire
