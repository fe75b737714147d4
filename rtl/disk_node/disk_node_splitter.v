// SPDX-License-Identifier: Apache-2.0
// Cuts requests to disk commands of at most `max_blocks`, as far as tags and the depth of the disks allow, one request after the other.
//
// A degraded read has a command for each surviving disk, of the same blocks: all or none of them are issued. A turn is one command, or
// the commands of one degraded step; turns of a request are numbered, and placed in that order.
`default_nettype none

module disk_node_splitter #(
    parameter DISKS     = 8,
    parameter DISK_W    = 3,
    parameter TAGS      = 8,
    parameter TAG_W     = 3,
    parameter REQUESTS  = 8,
    parameter REQUEST_W = 3,
    parameter TURN_W    = 4
) (
    input wire clk,
    input wire rst,

    // Settings
    input wire [ 7:0] depth,        // commands under way a disk
    input wire [15:0] max_blocks,

    // A new request
    input  wire                 load,
    output wire                 load_ready,
    input  wire [REQUEST_W-1:0] load_request,
    input  wire [   DISKS+72:0] load_strand,    // {write, disks, first block, blocks}

    // Requests
    input  wire [       REQUESTS-1:0] live,     // valid and not failed
    input  wire [REQUESTS*TURN_W-1:0] placed,   // turn that each is at
    output wire [REQUESTS*TURN_W-1:0] issued,   // turns of each
    output wire [        REQUEST_W:0] split_at, // {at work, request}

    // Tags
    input  wire [       TAGS-1:0] used,
    input  wire [TAGS*DISK_W-1:0] disk,
    output reg                    start,
    output wire [TAG_W+REQUEST_W+TURN_W+DISK_W+16:0] starts,   // {tag, request, turn, disk, blocks, write}
    input  wire                   cancel,
    input  wire [      TAG_W-1:0] cancel_tag,
    output wire                   cancel_taken,

    // Channel
    output reg               command_valid,
    input  wire              command_ready,
    output reg               command_cancel,
    output reg               command_write,
    output reg  [DISK_W-1:0] command_disk,
    output reg  [      47:0] command_block,
    output reg  [      15:0] command_blocks,
    output reg  [ TAG_W-1:0] command_tag
);

  localparam [3:0] IDLE = 0, READ = 1, LENGTH = 2, LOOK = 3, COUNT = 4, JUDGE = 5, TAG = 6, ISSUE = 7, NEXT = 8, STEP = 9, UPDATE = 10, REST = 11;
  localparam [TURN_W-1:0] WINDOW = 1 << (TURN_W - 1);
  localparam COUNT_W = $clog2(TAGS + 1);
  localparam ENTRY_W = 1 + DISKS + 48 + 24;

  reg busy;
  reg [REQUEST_W-1:0] busy_request;
  reg [TAG_W-1:0] start_tag;
  wire [REQUEST_W-1:0] start_request;
  wire [TURN_W-1:0] start_turn;
  reg [DISK_W-1:0] start_disk;
  wire [15:0] start_blocks;
  wire start_write;

  assign split_at = {busy, busy_request};
  assign starts = {start_tag, start_request, start_turn, start_disk, start_blocks, start_write};

  reg [3:0] state;
  reg [ENTRY_W-1:0] entries[0:REQUESTS-1];
  reg [REQUESTS-1:0] more;       // has blocks that are not issued
  reg [REQUESTS-1:0] eligible;
  reg [REQUEST_W-1:0] at;        // the one that is looked at while there is nothing else to do

  // The request at hand
  reg write;
  reg [DISKS-1:0] disks;
  reg [47:0] block;
  reg [23:0] left;
  reg [15:0] blocks;        // of this turn
  reg fewer;
  reg [DISKS-1:0] todo;     // disks from `start_disk` on
  reg [COUNT_W-1:0] members;
  reg [TAGS-1:0] match;
  reg [7:0] count;
  reg [COUNT_W-1:0] unused;

  wire loads = load && load_ready;
  wire update = state == UPDATE;
  assign load_ready = !update;

  wire [ENTRY_W-1:0] entry = entries[busy_request];
  wire [REQUEST_W-1:0] write_request = update ? busy_request : load_request;
  wire [ENTRY_W-1:0] write_entry = update ? {write, disks, block, left} : load_strand;

  always @(posedge clk) if (update || loads) entries[write_request] <= write_entry;

  // Turns
  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : g_request
      reg [TURN_W-1:0] turns;
      reg open;
      always @(posedge clk) begin
        if (loads && load_request == r[REQUEST_W-1:0]) turns <= 0;
        else if (update && busy_request == r[REQUEST_W-1:0]) turns <= turns + 1'b1;
        open <= turns - placed[r*TURN_W+:TURN_W] < WINDOW;
      end
      assign issued[r*TURN_W+:TURN_W] = turns;
      always @(posedge clk)
        if (rst) more[r] <= 1'b0;
        else if (loads && load_request == r[REQUEST_W-1:0]) more[r] <= 1'b1;
        else if (update && busy_request == r[REQUEST_W-1:0]) more[r] <= left != 0;
      always @(posedge clk) eligible[r] <= more[r] && live[r] && open;
    end
  endgenerate

  wire idle_now = state == IDLE && !command_valid;
  wire begins = idle_now && !cancel && eligible[at];

  // Tags
  wire [TAG_W-1:0] free_tag;

  disk_node_pick #(
      .COUNT(TAGS),
      .NUMBER_W(TAG_W)
  ) pick_tag (
      .one_hot(~used & (used + 1'b1)),
      .number(free_tag)
  );

  integer i;
  reg [7:0] busy_here;
  reg [COUNT_W-1:0] frees;
  always @* begin
    busy_here = 0;
    frees = 0;
    for (i = 0; i < TAGS; i = i + 1) begin
      busy_here = busy_here + {7'd0, match[i]};
      frees   = frees + {{(COUNT_W - 1) {1'b0}}, !used[i]};
    end
  end

  generate
    for (r = 0; r < TAGS; r = r + 1) begin : g_match
      always @(posedge clk) match[r] <= used[r] && disk[r*DISK_W+:DISK_W] == start_disk;
    end
  endgenerate

  wire room = !command_valid || command_ready;
  wire gives_up = !live[busy_request];
  assign cancel_taken = idle_now && cancel;
  assign start_request = busy_request;
  assign start_turn = issued[busy_request*TURN_W+:TURN_W];
  assign start_blocks = blocks;
  assign start_write = write;

  always @(posedge clk)
    if (rst) begin
      state <= IDLE;
      busy  <= 1'b0;
      start <= 1'b0;
      at    <= 0;
    end else begin
      start <= 1'b0;
      case (state)
        IDLE: begin
          at <= at + 1'b1;
          if (begins) begin
            state <= READ;
            busy  <= 1'b1;
          end
        end
        READ:   state <= LENGTH;
        LENGTH: state <= LOOK;
        // May each disk take one command more?
        LOOK:   state <= todo == 0 ? JUDGE : todo[0] ? COUNT : LOOK;
        COUNT:  state <= NEXT;
        NEXT: begin
          state <= LOOK;
          if (count >= depth) begin
            state <= IDLE;
            busy  <= 1'b0;
          end
        end
        // Are there tags for all?
        JUDGE: begin
          state <= TAG;
          if (unused < members || gives_up) begin
            state <= IDLE;
            busy  <= 1'b0;
          end
        end
        // A command for each disk
        TAG:
        if (todo == 0) state <= STEP;
        else if (todo[0]) state <= ISSUE;
        ISSUE:
        if (gives_up) begin
          state <= IDLE;
          busy  <= 1'b0;
        end else if (room) begin
          state <= TAG;
          start <= 1'b1;
        end
        STEP:   state <= UPDATE;
        UPDATE: state <= REST;
        // REST: `eligible` follows `more`
        default: begin
          state <= IDLE;
          busy  <= 1'b0;
        end
      endcase
    end

  always @(posedge clk) begin
    unused <= frees;
    case (state)
      IDLE: busy_request <= at;
      READ: begin
        {write, disks, block, left} <= entry;
        start_disk <= 0;
        members    <= 0;
      end
      LENGTH: begin
        todo  <= disks;
        fewer <= left < {8'd0, max_blocks};
      end
      LOOK: begin
        blocks <= fewer ? left[15:0] : max_blocks;
        if (todo == 0) begin
          todo       <= disks;
          start_disk <= 0;
        end else if (!todo[0]) begin
          todo       <= todo >> 1;
          start_disk <= start_disk + 1'b1;
        end
      end
      COUNT: count <= busy_here;
      NEXT: begin
        members    <= members + 1'b1;
        todo       <= todo >> 1;
        start_disk <= start_disk + 1'b1;
      end
      TAG:
      if (todo[0]) start_tag <= free_tag;
      else begin
        todo       <= todo >> 1;
        start_disk <= start_disk + 1'b1;
      end
      ISSUE: if (room) todo[0] <= 1'b0;
      STEP: begin
        block <= block + {32'd0, blocks};
        left  <= left - {8'd0, blocks};
      end
      default: ;
    endcase
  end

  // The command stands until the channel takes it.
  always @(posedge clk)
    if (rst) command_valid <= 1'b0;
    else if (cancel_taken || (state == ISSUE && room && !gives_up)) command_valid <= 1'b1;
    else if (command_ready) command_valid <= 1'b0;

  always @(posedge clk)
    if (room) begin
      command_cancel <= state != ISSUE;
      command_write  <= write;
      command_disk   <= start_disk;
      command_block  <= block;
      command_blocks <= blocks;
      command_tag    <= state == ISSUE ? start_tag : cancel_tag;
    end

endmodule

`default_nettype wire
