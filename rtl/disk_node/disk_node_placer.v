// SPDX-License-Identifier: Apache-2.0
// Makes jobs for the block mover of the blocks that have arrived: one for a block that lies in one piece, up to three where it is cut to
// rows (the end of a row, whole rows, the beginning of one).
//
// A request's blocks are placed in their order. A block of a degraded read is there when each surviving disk has sent it.
`default_nettype none

module disk_node_placer #(
    parameter ADDR_W     = 32,
    parameter LANES_LOG2 = 3,
    parameter BLOCK_LOG2 = 9,
    parameter TAGS       = 8,
    parameter REQUESTS   = 8,
    parameter REQUEST_W  = 3,
    parameter TURN_W     = 4,
    parameter PLACE_LOG2 = 2,
    parameter COMMAND_W  = 83,
    parameter FEED_W     = 23
) (
    input wire clk,
    input wire rst,

    // A new request
    input  wire                 load,
    output wire                 load_ready,
    input  wire [REQUEST_W-1:0] load_request,
    input  wire [  ADDR_W+89:0] load_strand,      // {write, port, address, bytes, bytes of a row (0: no rows), stride}

    // Requests
    input  wire [       REQUESTS-1:0] live,
    input  wire [REQUESTS*TURN_W-1:0] issued,
    output wire [REQUESTS*TURN_W-1:0] placed,   // turn that each is at
    output reg  [       REQUESTS-1:0] more,     // has bytes without a job
    output wire [        REQUEST_W:0] placed_at,  // {at work, request}

    // Tags
    input  wire [          TAGS-1:0] owned,
    input  wire [TAGS*REQUEST_W-1:0] request,
    input  wire [   TAGS*TURN_W-1:0] turn,
    input  wire [          TAGS-1:0] ready,
    input  wire [          TAGS-1:0] last,
    output wire [          TAGS-1:0] take,

    // Room of the write buffer, in blocks
    input  wire write_room,
    output wire write_reserve,

    // Jobs
    output reg                  job_valid,
    input  wire                 job_ready,
    output wire [COMMAND_W+FEED_W+REQUEST_W:0] job   // {request, command, what feeds it, the block is used up}; see disk_node_jobs
);

  localparam [3:0] IDLE = 0, READ = 1, MATCH = 2, READY = 3, JUDGE = 4, PIECE = 5, SHAPE = 6, ROWS = 7, PUSH = 8, NEXT = 9, UPDATE = 10,
      REST = 11;
  localparam B = BLOCK_LOG2 + 1;   // a number of bytes up to a block's
  localparam ENTRY_W = 3 + ADDR_W + 2 * 32 + 2 * 24 + PLACE_LOG2;
  localparam [BLOCK_LOG2:0] BLOCK = 1 << BLOCK_LOG2;

  wire job_write, job_port;
  wire [REQUEST_W-1:0] job_request;
  reg [TAGS-1:0] job_tags;
  wire [PLACE_LOG2-1:0] job_place;                  // of the block, in its buffer
  reg [BLOCK_LOG2-LANES_LOG2-1:0] job_offset;       // words from its beginning
  reg [ADDR_W-1:0] job_address;
  reg [BLOCK_LOG2:0] job_bytes;                     // a row
  reg [BLOCK_LOG2-LANES_LOG2:0] job_rows;
  reg [BLOCK_LOG2-LANES_LOG2:0] job_words;          // of all rows
  wire [31:0] job_stride;
  reg job_ends;
  reg busy;
  reg [REQUEST_W-1:0] busy_request;

  assign job = {job_request, job_write, job_port, job_address, job_bytes, job_rows, job_stride, job_tags, job_place, job_offset, job_words, job_ends};
  assign placed_at = {busy, busy_request};

  reg [3:0] state;
  reg [ENTRY_W-1:0] entries[0:REQUESTS-1];
  reg [REQUESTS-1:0] eligible;
  reg [REQUEST_W-1:0] at;        // the one that is looked at while there is nothing else to do

  // The request at hand
  reg write, port;
  reg [ADDR_W:0] base;       // of the row; the highest bit says that it is beyond the address space
  reg [31:0] bytes;          // without a job
  reg [23:0] row_bytes;
  reg [31:0] stride;
  reg beyond;                // the piece
  reg [23:0] column;         // in the row
  reg [PLACE_LOG2-1:0] place;
  reg [TAGS-1:0] match;
  reg all_ready, is_last;
  reg [BLOCK_LOG2:0] of_block;   // bytes of the block that the request has
  reg [BLOCK_LOG2:0] left;       // ... without a job
  reg fits;                  // the row's end is in the block
  reg whole;                 // ... and so are whole rows
  reg [23:0] row_left;
  reg long;                  // than a block

  wire [TURN_W-1:0] turn_now = placed[busy_request*TURN_W+:TURN_W];
  wire update = state == UPDATE;
  wire loads = load && load_ready;
  assign load_ready = !update;

  wire [ENTRY_W-1:0] entry = entries[busy_request];
  wire [REQUEST_W-1:0] write_request = update ? busy_request : load_request;
  wire [ENTRY_W-1:0] write_entry = update ? {write, port, base, bytes, row_bytes, stride, column, is_last ? {PLACE_LOG2{1'b0}} : place + 1'b1} :
      {load_strand[ADDR_W+89:ADDR_W+88], 1'b0, load_strand[ADDR_W+87:0], 24'd0, {PLACE_LOG2{1'b0}}};

  always @(posedge clk) if (update || loads) entries[write_request] <= write_entry;

  genvar r;
  generate
    for (r = 0; r < REQUESTS; r = r + 1) begin : g_request
      reg [TURN_W-1:0] turns;
      wire mine = update && busy_request == r[REQUEST_W-1:0];
      wire loaded = loads && load_request == r[REQUEST_W-1:0];
      always @(posedge clk) begin
        if (loaded) turns <= 0;
        else if (mine && is_last) turns <= turns + 1'b1;
        eligible[r] <= more[r] && live[r] && turns != issued[r*TURN_W+:TURN_W];
      end
      always @(posedge clk)
        if (rst) more[r] <= 1'b0;
        else if (loaded) more[r] <= 1'b1;
        else if (mine) more[r] <= bytes != 0;
      assign placed[r*TURN_W+:TURN_W] = turns;
    end
    for (r = 0; r < TAGS; r = r + 1) begin : g_tag
      always @(posedge clk)
        match[r] <= owned[r] && request[r*REQUEST_W+:REQUEST_W] == busy_request && turn[r*TURN_W+:TURN_W] == turn_now;
    end
  endgenerate

  wire goes = state == JUDGE && all_ready && (!write || write_room) && live[busy_request];
  wire pushed = job_valid && job_ready;

  assign write_reserve = goes && write;
  assign take = pushed && job_ends ? job_tags : {TAGS{1'b0}};
  assign job_request = busy_request;
  assign job_write = write;
  assign job_port = port;
  assign job_place = place;
  assign job_stride = stride;

  always @(posedge clk)
    if (rst) begin
      state     <= IDLE;
      busy      <= 1'b0;
      job_valid <= 1'b0;
      at        <= 0;
    end else
      case (state)
        IDLE: begin
          at <= at + 1'b1;
          if (eligible[at]) begin
            state <= READ;
            busy  <= 1'b1;
          end
        end
        READ:   state <= MATCH;
        MATCH:  state <= READY;
        READY:  state <= JUDGE;
        JUDGE: begin
          state <= PIECE;
          if (!goes) begin
            state <= IDLE;
            busy  <= 1'b0;
          end
        end
        PIECE:  state <= SHAPE;
        SHAPE: begin
          state <= PUSH;
          if (whole && fits && row_bytes != 0) state <= ROWS;
          else job_valid <= 1'b1;
        end
        ROWS:
        if ({{(24 - B) {1'b0}}, left} < row_bytes) begin
          state     <= PUSH;
          job_valid <= 1'b1;
        end
        PUSH:
        if (job_ready) begin
          state     <= NEXT;
          job_valid <= 1'b0;
        end
        NEXT:   state <= left == 0 ? UPDATE : PIECE;
        UPDATE: state <= REST;
        default: begin
          state <= IDLE;
          busy  <= 1'b0;
        end
      endcase

  wire [BLOCK_LOG2:0] of_this_block = long ? BLOCK : {1'b0, bytes[BLOCK_LOG2-1:0]};
  // Bytes of the first piece, where it is not whole rows
  wire [BLOCK_LOG2:0] piece = row_bytes != 0 && fits ? row_left[BLOCK_LOG2:0] : left;

  always @(posedge clk) begin
    row_left <= row_bytes - column;
    case (state)
      IDLE: busy_request <= at;
      READ: {write, port, base, bytes, row_bytes, stride, column, place} <= entry;
      MATCH: long <= |bytes[31:BLOCK_LOG2];
      READY: begin
        all_ready <= (match & ~ready) == 0 && match != 0;
        is_last   <= |(match & last);
        job_tags  <= match;
      end
      JUDGE: begin
        left       <= of_this_block;
        of_block   <= of_this_block;
        job_offset <= 0;
        if (goes) bytes <= bytes - {{(32 - B) {1'b0}}, of_this_block};
      end
      PIECE: begin
        fits        <= row_left <= {{(24 - B) {1'b0}}, left};
        whole       <= column == 0;
        {beyond, job_address} <= base + {{(ADDR_W - 23) {1'b0}}, column};
        job_rows    <= 0;
        job_words   <= 0;
      end
      SHAPE:
      if (!(whole && fits && row_bytes != 0)) begin
        job_bytes <= piece;
        job_words <= piece[BLOCK_LOG2:LANES_LOG2] + {{(BLOCK_LOG2 - LANES_LOG2) {1'b0}}, |piece[LANES_LOG2-1:0]};
        job_rows  <= beyond ? 0 : 1;   // no rows: the block mover refuses it
        left      <= left - piece;
        job_ends  <= left == piece;
        if (row_bytes == 0) base <= base + {{(ADDR_W + 1 - B) {1'b0}}, piece};
        else if (fits) begin
          base   <= base + {{(ADDR_W - 31) {stride[31]}}, stride};
          column <= 0;
        end else column <= column + {{(24 - B) {1'b0}}, piece};
      end
      ROWS:
      if ({{(24 - B) {1'b0}}, left} >= row_bytes) begin
        job_bytes <= row_bytes[BLOCK_LOG2:0];
        job_words <= job_words + row_bytes[BLOCK_LOG2:LANES_LOG2];
        job_rows  <= beyond ? 0 : job_rows + 1'b1;
        job_ends  <= left == row_bytes[BLOCK_LOG2:0];
        left      <= left - row_bytes[BLOCK_LOG2:0];
        base      <= base + {{(ADDR_W - 31) {stride[31]}}, stride};
      end
      NEXT: job_offset <= used_bytes[BLOCK_LOG2-1:LANES_LOG2];
      default: ;
    endcase
  end

  // Words of the block that have a job
  wire [BLOCK_LOG2:0] used_bytes = of_block - left;
  wire unused = &{1'b0, used_bytes[BLOCK_LOG2], used_bytes[LANES_LOG2-1:0]};

endmodule

`default_nettype wire
